import type { MarketAnswer, OnceAnswer, RouteQuestion, Unchosen } from '#domain/market'
import type { NetworkName } from '#domain/units'
import type { Core, Once, View } from './core.ts'
import type { Explanation } from './explanation.ts'

/** The routing cores, wherever they run. */
export interface Routing {
  /** Questions that come after it are answered over this block, and those that still wait. */
  see(view: View): void
  /** Over the block that was last shown when it is worked out; the answer says which. @throws `ROUTING_LOST` */
  find(network: NetworkName, question: RouteQuestion): Promise<MarketAnswer>
  /** @throws `ROUTING_LOST` */
  explain(network: NetworkName, asked: Explanation): Promise<Unchosen | undefined>
  /** Needs no block that was shown. @throws `ROUTING_LOST` */
  findOnce(network: NetworkName, asked: Once): Promise<OnceAnswer>
  readonly figures: () => RoutingFigures
  stop(): Promise<void>
}

export interface RoutingFigures {
  readonly threads: number
  readonly busy: number
  readonly waiting: number
  /** Threads that died or were ended, and were replaced. */
  readonly lost: number
}

/** In this thread: one question after the other, and nothing else meanwhile. */
export const routingHere = (core: Core): Routing => ({
  see: (view) => core.see(view),
  find: async (network, question) => core.find(network, question),
  explain: async (network, asked) => core.explain(network, asked),
  findOnce: async (_, asked) => core.findOnce(asked),
  figures: () => ({ threads: 0, busy: 0, waiting: 0, lost: 0 }),
  stop: async () => {},
})
