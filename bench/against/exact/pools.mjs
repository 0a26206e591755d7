import { openConcentrated, swapConcentrated } from '#exact/concentrated'
import { openConstantProduct, swapConstantProduct } from '#exact/constant-product'
import { itemAt } from '#item-at'

/**
 * @import { Pool, PoolSet } from '#shapes'
 * @typedef {(sellsToken0: boolean, amountIn: bigint) => { amountOut: bigint, pool: OpenPool } | undefined} OpenPool
 */

const kinds = new Set(['cp', 'v3'])

/**
 * Whether there is an exact swap for pools of this `type`.
 * @param {string} type
 */
export const isKnownType = (type) => kinds.has(type)

/**
 * @param {Pool} pool
 * @returns {OpenPool}
 */
const openPool = (pool) =>
  pool.type === 'cp'
    ? withSwap(openConstantProduct(pool), swapConstantProduct)
    : withSwap(openConcentrated(pool), swapConcentrated)

/**
 * @template State
 * @param {State} state
 * @param {(state: State, sellsToken0: boolean, amountIn: bigint) => { amountOut: bigint, pool: State } | undefined} swap
 * @returns {OpenPool}
 */
const withSwap = (state, swap) => (sellsToken0, amountIn) => {
  const done = swap(state, sellsToken0, amountIn)
  return done && { amountOut: done.amountOut, pool: withSwap(done.pool, swap) }
}

/**
 * The pools of a set with one shared state: a swap sees the pools as the earlier swaps left them.
 * @param {Pick<PoolSet, 'pools'>} set
 */
export function openPools(set) {
  /** @type {Map<number, OpenPool>} */
  const states = new Map()
  return {
    /**
     * The output for `amountIn`, or `undefined` if the pool cannot take all of it or gives nothing: then it is
     * unchanged.
     * @param {number} index
     * @param {number} tokenIn
     * @param {bigint} amountIn
     */
    swap(index, tokenIn, amountIn) {
      const pool = itemAt(set.pools, index)
      const swap = states.get(index) ?? openPool(pool)
      const done = swap(pool.tokens[0] === tokenIn, amountIn)
      if (done !== undefined) states.set(index, done.pool)
      return done?.amountOut
    },
  }
}
