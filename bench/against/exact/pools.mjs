import { openConcentrated, swapConcentrated } from '#exact/concentrated'
import { openConstantProduct, swapConstantProduct } from '#exact/constant-product'

const kinds = {
  cp: { open: openConstantProduct, swap: swapConstantProduct },
  v3: { open: openConcentrated, swap: swapConcentrated },
}

/** Whether there is an exact swap for pools of this `type`. */
export const isKnownType = (type) => Object.hasOwn(kinds, type)

/** The pools of a set as one shared state: a swap sees the pools as the swaps before it left them. */
export function openPools(set) {
  const states = new Map()
  return {
    /** What `amountIn` buys, or `undefined` where the pool cannot take it all or gives nothing: it is then unchanged. */
    swap(index, tokenIn, amountIn) {
      const pool = set.pools[index]
      const { open, swap } = kinds[pool.type]
      const done = swap(states.get(index) ?? open(pool), pool.tokens[0] === tokenIn, amountIn)
      if (done !== undefined) states.set(index, done.pool)
      return done?.amountOut
    },
  }
}
