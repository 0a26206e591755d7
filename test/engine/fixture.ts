/** A warm market over a sandbox chain, and quotes made through it as a service makes them. */
import { randomUUID } from 'node:crypto'
import type { QuoteContext } from '#app/context'
import { createDeployedContracts } from '#app/deployed-contracts'
import { createQuote } from '#app/quoting/create-quote'
import { createChain } from '#chain/create-chain'
import type { Chain } from '#domain/chain/port'
import type { Snapshot } from '#domain/pools/snapshot'
import type { AnyQuoteRequest, Quote } from '#domain/quotes/quote'
import { placeholderSender } from '#domain/quotes/quote'
import type { QuoteStore } from '#domain/service/stores'
import { amount } from '#domain/units'
import { createLocalRouting, type Routing } from '#engine/routing'
import { createRoutingCore } from '#engine/routing-core'
import { createWarmMarket, type WarmMarket } from '#engine/warm-market'
import { network } from '#networks/entries/sandbox'
import { evaluate } from '#routing/answer/evaluate'
import { clock, createMemory, protocols } from '../chain/setup.ts'
import { createQuoteRequest } from '../trade/fixture.ts'

export interface MarketFixture {
  readonly chain: Chain
  readonly market: WarmMarket
  readonly failures: unknown[]
  quote(question: AnyQuoteRequest): Promise<Quote>
  /** Advances the engine's clock by milliseconds; otherwise it stands still. */
  advanceClock(milliseconds: number): void
}

export function createMarketFixture(
  url: string,
  routing: Routing = createLocalRouting(createRoutingCore({ protocols, clock })),
  more: Pick<QuoteContext, 'index' | 'throughRouter'> = {},
): MarketFixture {
  let passed = 0
  const engineClock = { ...clock, elapsed: () => passed }
  const chain = createChain({ clock, memory: createMemory(), protocols }, { network, urls: [url] })
  const failures: unknown[] = []
  const market = createWarmMarket({ clock: engineClock, chain, routing, onError: (error) => failures.push(error) })
  const context: QuoteContext = {
    clock,
    uuid: randomUUID,
    chain: async () => chain,
    quotes: createQuoteStoreStub(),
    contracts: createDeployedContracts(),
    protocols,
    market: () => market,
    ...more,
  }
  return {
    chain,
    market,
    failures,
    quote: (question) => createQuote(context, question),
    advanceClock: (milliseconds) => {
      passed += milliseconds
    },
  }
}

/** With a placeholder sender, so that only the market is asked. */
export const createQuoteQuery = (
  symbols: readonly [string, string],
  whole: number,
  more: Partial<AnyQuoteRequest> = {},
) => {
  const [sell, buy] = symbols.map((symbol) => network.tokens.find((token) => token.symbol === symbol))
  if (sell === undefined || buy === undefined) throw new Error(`no ${symbols} in the sandbox`)
  const raw = amount(BigInt(Math.round(whole * 1e6)) * 10n ** BigInt(sell.decimals - 6))
  return {
    ...createQuoteRequest(sell.address, buy.address, raw),
    from: placeholderSender,
    to: placeholderSender,
    ...more,
  } as AnyQuoteRequest
}

/** The output of the route's legs over these pools, in integers and without a search. */
export function replayRoute({ route }: Pick<Quote, 'route'>, { pools }: Snapshot): bigint | undefined {
  const planned = route.legs.map(({ pool, tokenIn, tokenOut, share32 }) => {
    const live = pools.find((one) => one.pool.address === pool.address)
    const protocol = protocols.get(pool.venue.protocol)
    if (live === undefined || protocol === undefined) throw new Error(`${pool.address} is not there`)
    const [from, to] = [pool.tokens.indexOf(tokenIn), pool.tokens.indexOf(tokenOut)]
    return { edge: { id: 0, live, pool: 0, protocol, from, to, source: 0, target: 0 }, share32 }
  })
  return evaluate(planned, route)?.amountOut
}

function createQuoteStoreStub(): QuoteStore {
  const none = async () => {
    throw new Error('nothing is looked up here')
  }
  return { put: async () => undefined, get: none, consume: none, findByPayload: none, sweep: none }
}
