import type { Protocols } from '#domain/pools/protocol'
import type { LivePool } from '#domain/pools/snapshot'
import type { Leg } from '#domain/quotes/route'
import { type Address, nativeToken } from '#domain/units'
import { f64, i32 } from '#math/typed'
import { toPlannedLegs } from '#routing/answer/evaluate-legs'
import { createFill, fillTo } from '#routing/index/edge'
import type { EdgeTable } from '#routing/index/edge-table'
import { buildMarketIndex } from '#routing/index/market-index'
import { createPoolGraph, type Edge, toTrade } from '#routing/index/pool-graph'

/** What a pool trades until its price has fallen to a limit, in floats of smallest units; the input includes its fee. */
export interface DepthFill {
  readonly amountIn: number
  readonly amountOut: number
  /** False if too little of the pool is known to say more than this. */
  readonly isComplete: boolean
}

/** One direction of a pool: units out per unit in for the first unit, and what it trades down to lower prices. */
export interface PoolPrice {
  readonly afterFee: number
  readonly beforeFee: number
  /** @param price units out per unit in at the margin, after the fee; nothing is traded from `afterFee` on */
  readonly fillTo: (price: number) => DepthFill
}

export type PoolPriceLookup = (leg: Pick<Leg, 'pool' | 'tokenIn' | 'tokenOut'>) => PoolPrice | undefined

/** Prices of pools as the search sees them; `undefined` for a pool that trades nothing in that direction. */
export function createPoolPrices(
  context: { readonly protocols: Protocols },
  pools: readonly LivePool[],
): PoolPriceLookup {
  const market = createPoolGraph(context, pools)
  const { book } = buildMarketIndex(market, { wrapped: nativeToken, gasPrice: 0n })
  const keyOf = (pool: Address, tokenIn: Address, tokenOut: Address) => `${pool} ${tokenIn} ${tokenOut}`
  const prices = new Map<string, PoolPrice>()
  for (const edge of market.edges) {
    const { address, tokens } = edge.live.pool
    const [tokenIn, tokenOut] = [tokens[edge.from], tokens[edge.to]]
    const price = priceEdge(book, edge)
    if (tokenIn !== undefined && tokenOut !== undefined && price.afterFee > 0)
      prices.set(keyOf(address, tokenIn, tokenOut), price)
  }
  return ({ pool, tokenIn, tokenOut }) => prices.get(keyOf(pool.address, tokenIn, tokenOut))
}

function priceEdge(book: EdgeTable, { id, live }: Edge): PoolPrice {
  const factor = f64(book.feeFactor, id)
  const kept = factor < 1 ? factor : 1 - live.pool.feePpm / 1e6 // sampled pools have their fee within the samples
  const afterFee = f64(book.spot, id)
  return {
    afterFee,
    beforeFee: afterFee / kept,
    fillTo(price) {
      if (price >= afterFee) return { amountIn: 0, amountOut: 0, isComplete: true }
      const fill = createFill()
      fillTo(book, id, price, fill)
      const isAtEnd = fill.segment === i32(book.last, id)
      return { amountIn: fill.x, amountOut: fill.y, isComplete: !(isAtEnd && book.partial[id] === 1) }
    },
  }
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
