/** A warm market over a sandbox chain, and quotes made through it as a service makes them. */
import { randomUUID } from 'node:crypto'
import type { QuoteContext } from '#app/context'
import { createDeployedContracts } from '#app/deployed-contracts'
import { quote } from '#app/quoting/quote'
import { createChain } from '#chain/create-chain'
import type { Chain, QuoteStore } from '#domain/ports'
import type { Quote, QuoteQuestion } from '#domain/quote'
import { deadSender } from '#domain/quote'
import type { Snapshot } from '#domain/snapshot'
import { amount } from '#domain/units'
import { createCore } from '#engine/core'
import { createMarket, type WarmMarket } from '#engine/market'
import { type Routing, routingHere } from '#engine/routing'
import { network } from '#networks/entries/sandbox'
import { evaluate } from '#routing/evaluate'
import { clock, createMemory, protocols } from '../chain/setup.ts'
import { asking } from '../trade/house.ts'

export interface Stage {
  readonly chain: Chain
  readonly market: WarmMarket
  readonly failures: unknown[]
  quote(question: QuoteQuestion): Promise<Quote>
  /** Milliseconds pass for the engine, for which otherwise no time passes. */
  later(milliseconds: number): void
}

export function openStage(
  url: string,
  routing: Routing = routingHere(createCore({ protocols, clock })),
  more: Pick<QuoteContext, 'index'> = {},
): Stage {
  let passed = 0
  const engineClock = { ...clock, elapsed: () => passed }
  const chain = createChain({ clock, memory: createMemory(), protocols }, { network, urls: [url] })
  const failures: unknown[] = []
  const market = createMarket({ clock: engineClock, chain, routing, failed: (error) => failures.push(error) })
  const context: QuoteContext = {
    clock,
    uuid: randomUUID,
    chain: async () => chain,
    quotes: kept(),
    contracts: createDeployedContracts(),
    protocols,
    market: () => market,
    ...more,
  }
  return {
    chain,
    market,
    failures,
    quote: (question) => quote(context, question),
    later: (milliseconds) => {
      passed += milliseconds
    },
  }
}

/** For nobody, so that nothing but the market is asked. */
export const selling = (symbols: readonly [string, string], whole: number, more: Partial<QuoteQuestion> = {}) => {
  const [sell, buy] = symbols.map((symbol) => network.tokens.find((token) => token.symbol === symbol))
  if (sell === undefined || buy === undefined) throw new Error(`no ${symbols} in the sandbox`)
  const raw = amount(BigInt(Math.round(whole * 1e6)) * 10n ** BigInt(sell.decimals - 6))
  return { ...asking(sell.address, buy.address, raw), from: deadSender, to: deadSender, ...more } as QuoteQuestion
}

/** What the route's legs give over these pools, in integers and by no search. */
export function replayed({ route }: Pick<Quote, 'route'>, { pools }: Snapshot): bigint | undefined {
  const planned = route.legs.map(({ pool, tokenIn, tokenOut, share32 }) => {
    const live = pools.find((one) => one.pool.address === pool.address)
    const protocol = protocols.get(pool.venue.protocol)
    if (live === undefined || protocol === undefined) throw new Error(`${pool.address} is not there`)
    const [from, to] = [pool.tokens.indexOf(tokenIn), pool.tokens.indexOf(tokenOut)]
    return { edge: { id: 0, live, pool: 0, protocol, from, to, source: 0, target: 0 }, share32 }
  })
  return evaluate(planned, route)?.amountOut
}

function kept(): QuoteStore {
  const none = async () => {
    throw new Error('nothing is looked up here')
  }
  return { put: async () => undefined, get: none, consume: none, byPayload: none, sweep: none }
}
