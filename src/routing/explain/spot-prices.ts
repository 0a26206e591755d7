import type { Protocols } from '#domain/pools/protocol'
import type { LivePool } from '#domain/pools/snapshot'
import type { Leg } from '#domain/quotes/route'
import { type Address, nativeToken } from '#domain/units'
import { f64 } from '#math/typed'
import { toPlannedLegs } from '#routing/answer/evaluate-legs'
import { buildMarketIndex } from '#routing/index/market-index'
import { createPoolGraph, toTrade } from '#routing/index/pool-graph'

/** Units out per unit in, for the first unit. */
export interface SpotPrice {
  readonly afterFee: number
  readonly beforeFee: number
}

export type SpotLookup = (leg: Pick<Leg, 'pool' | 'tokenIn' | 'tokenOut'>) => SpotPrice | undefined

/** Prices of pools for their first unit, as the search sees them. */
export function createSpotLookup(context: { readonly protocols: Protocols }, pools: readonly LivePool[]): SpotLookup {
  const market = createPoolGraph(context, pools)
  const { book } = buildMarketIndex(market, { wrapped: nativeToken, gasPrice: 0n })
  const keyOf = (pool: Address, tokenIn: Address, tokenOut: Address) => `${pool} ${tokenIn} ${tokenOut}`
  const prices = new Map<string, SpotPrice>()
  for (const { id, live, from, to } of market.edges) {
    const { address, tokens, feePpm } = live.pool
    const [tokenIn, tokenOut] = [tokens[from], tokens[to]]
    const factor = f64(book.feeFactor, id)
    const kept = factor < 1 ? factor : 1 - feePpm / 1e6 // sampled pools have their fee within the samples
    const afterFee = f64(book.spot, id)
    if (tokenIn !== undefined && tokenOut !== undefined && afterFee > 0)
      prices.set(keyOf(address, tokenIn, tokenOut), { afterFee, beforeFee: afterFee / kept })
  }
  return ({ pool, tokenIn, tokenOut }) => prices.get(keyOf(pool.address, tokenIn, tokenOut))
}

/** The pools of a route in the states that it leaves behind. */
export function stateAfterRoute(
  context: { readonly protocols: Protocols },
  pools: readonly LivePool[],
  legs: readonly Leg[],
): readonly LivePool[] {
  const used = new Set(legs.map(({ pool }) => pool.address))
  const own = pools.filter(({ pool }) => used.has(pool.address))
  const planned = toPlannedLegs(createPoolGraph(context, own).edges, legs) ?? []
  const states = new Map(own.map(({ pool, state }) => [pool.address, state]))
  planned.forEach(({ edge }, i) => {
    const { address } = edge.live.pool
    const amountIn = legs[i]?.amountIn ?? 0n
    states.set(address, edge.protocol.stateAfter(states.get(address), toTrade(edge, amountIn)))
  })
  return own.map(({ pool }) => ({ pool, state: states.get(pool.address) }))
}
