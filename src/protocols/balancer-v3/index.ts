/** Weighted and stable pools of Balancer v3, with rate providers. */
import { findKnownPools } from '#domain/pools/known-pools'
import type { Protocol, Trade } from '#domain/pools/protocol'
import { amount, gas } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { adapterAddress } from '#protocols/adapters.gen'
import { creations } from './creations.ts'
import { estimateGas, estimateGasBeyond } from './gas.ts'
import { load } from './load.ts'
import { toSegments } from './segments.ts'
import type { BalancerV3State } from './state.ts'
import { applySwap, swapExactIn } from './swap.ts'

const sell = (state: BalancerV3State, trade: Trade) => swapExactIn(state, trade, trade.amountIn)

export const protocol: Protocol<BalancerV3State> = {
  kind: 'balancer-v3',
  proof: {
    proven: true,
    by: 'Vault, WeightedPool and StablePool of @balancer-labs/v3-vault, v3-pool-weighted and v3-pool-stable 1.0.0, compiled from their sources; outputs recorded by balancer/balancer-maths',
  },

  find: findKnownPools,

  creations,

  load,

  amountOut(state, trade) {
    const out = undefinedOnRangeError(() => sell(state, trade))?.amountOut ?? 0n
    return out === 0n ? undefined : amount(out)
  },

  hasCurves: true,
  segments: toSegments,

  stateAfter(state, trade) {
    const swapped = sell(state, trade)
    if (swapped.amountOut === 0n) throw new RangeError('the pool gives nothing for it')
    return { ...state, tokens: applySwap(state, trade, swapped) }
  },

  gas: (state, trade) => gas(estimateGas(state, trade)),

  gasDetail: (state) => ({ beyond: estimateGasBeyond(state), cleared: 1 }),

  isOutOfRange: () => false,

  move: (pool) => ({ move: 'adapter', pool: adapterAddress['balancer-v3'], target: pool.address, data: 0 }),
}
