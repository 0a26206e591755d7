import type { MarketAnswer, OneOffAnswer, RouteQuery, UnusedPoolsByReason } from '#domain/quotes/market'
import type { NetworkName } from '#domain/units'
import type { ExplainRequest } from './explain-request.ts'
import type { BlockView, OneOffQuery, RoutingCore } from './routing-core.ts'

/** The routing cores, wherever they run. */
export interface Routing {
  /** Later queries, and those still waiting, are answered over this block. */
  updateBlock(view: BlockView): void
  /** Over the newest block when the search starts; the answer says which. @throws `ROUTING_LOST` */
  find(network: NetworkName, query: RouteQuery): Promise<MarketAnswer>
  /** @throws `ROUTING_LOST` */
  explain(network: NetworkName, asked: ExplainRequest): Promise<UnusedPoolsByReason | undefined>
  /** Needs no block. @throws `ROUTING_LOST` */
  findOnce(network: NetworkName, asked: OneOffQuery): Promise<OneOffAnswer>
  readonly figures: () => RoutingFigures
  stop(): Promise<void>
}

export interface RoutingFigures {
  readonly threads: number
  readonly busy: number
  readonly waiting: number
  /** Workers that died or were stopped, and were replaced. */
  readonly lost: number
}

/** In this thread: one query after the other, and nothing else meanwhile. */
export const createLocalRouting = (core: RoutingCore): Routing => ({
  updateBlock: (view) => core.updateBlock(view),
  find: async (network, question) => core.find(network, question),
  explain: async (network, asked) => core.explain(network, asked),
  findOnce: async (_, asked) => core.findOnce(asked),
  figures: () => ({ threads: 0, busy: 0, waiting: 0, lost: 0 }),
  stop: async () => {},
})
