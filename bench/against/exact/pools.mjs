import { openConcentrated, swapConcentrated } from '#exact/concentrated'
import { openConstantProduct, swapConstantProduct } from '#exact/constant-product'

const kinds = {
  cp: { open: openConstantProduct, swap: swapConstantProduct },
  v3: { open: openConcentrated, swap: swapConcentrated },
}

/** Whether there is an exact swap for pools of this `type`. */
export const isKnownType = (type) => Object.hasOwn(kinds, type)

/** The pools of a set with one shared state: a swap sees the pools as the earlier swaps left them. */
export function openPools(set) {
  const states = new Map()
  return {
    /**
     * The output for `amountIn`, or `undefined` if the pool cannot take all of it or gives nothing: then it is
     * unchanged.
     */
    swap(index, tokenIn, amountIn) {
      const pool = set.pools[index]
      const { open, swap } = kinds[pool.type]
      const done = swap(states.get(index) ?? open(pool), pool.tokens[0] === tokenIn, amountIn)
      if (done !== undefined) states.set(index, done.pool)
      return done?.amountOut
    },
  }
}
