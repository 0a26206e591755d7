import type { Protocols } from '#domain/pools/protocol'
import type { LivePool } from '#domain/pools/snapshot'
import type { Leg } from '#domain/quotes/route'
import { type Address, nativeToken } from '#domain/units'
import { f64, i32 } from '#math/typed'
import { createFill, fillTo } from '#routing/index/edge'
import { buildMarketIndex } from '#routing/index/market-index'
import { createPoolGraph } from '#routing/index/pool-graph'

/** What a pool trades until its price has fallen to a limit, in floats of smallest units; the input includes its fee. */
export interface DepthFill {
  readonly amountIn: number
  readonly amountOut: number
  /** False if too little of the pool is known to say more than this. */
  readonly isComplete: boolean
}

/** One direction of a pool. */
export interface PoolDepth {
  /** Units out per unit in for the first unit, fee included. */
  readonly spot: number
  /** @param price units out per unit in at the margin, fee included; nothing is traded from the spot on */
  readonly fillTo: (price: number) => DepthFill
}

export type DepthLookup = (leg: Pick<Leg, 'pool' | 'tokenIn' | 'tokenOut'>) => PoolDepth | undefined

/** Depths of pools as the search sees them; `undefined` for a pool that trades nothing in that direction. */
export function createDepthLookup(context: { readonly protocols: Protocols }, pools: readonly LivePool[]): DepthLookup {
  const market = createPoolGraph(context, pools)
  const { book } = buildMarketIndex(market, { wrapped: nativeToken, gasPrice: 0n })
  const keyOf = (pool: Address, tokenIn: Address, tokenOut: Address) => `${pool} ${tokenIn} ${tokenOut}`
  const depths = new Map<string, PoolDepth>()
  for (const { id, live, from, to } of market.edges) {
    const { address, tokens } = live.pool
    const [tokenIn, tokenOut] = [tokens[from], tokens[to]]
    const spot = f64(book.spot, id)
    if (tokenIn === undefined || tokenOut === undefined || !(spot > 0)) continue
    depths.set(keyOf(address, tokenIn, tokenOut), {
      spot,
      fillTo: (price) => {
        if (price >= spot) return { amountIn: 0, amountOut: 0, isComplete: true }
        const fill = createFill()
        fillTo(book, id, price, fill)
        const isAtEnd = fill.segment === i32(book.last, id)
        return { amountIn: fill.x, amountOut: fill.y, isComplete: !(isAtEnd && book.partial[id] === 1) }
      },
    })
  }
  return ({ pool, tokenIn, tokenOut }) => depths.get(keyOf(pool.address, tokenIn, tokenOut))
}
