/** Weighted, stable and composable stable pools of Balancer v2. */
import { hexFact } from '#domain/pools/facts'
import { findKnownPools } from '#domain/pools/known-pools'
import type { Protocol, Trade } from '#domain/pools/protocol'
import { amount, gas, type Hex } from '#domain/units'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { adapterAddress } from '#protocols/adapters.gen'
import { creations } from './creations.ts'
import { estimateGas, estimateGasBeyond } from './gas.ts'
import { load } from './load.ts'
import { toSegments } from './segments.ts'
import type { BalancerV2State } from './state.ts'
import { applySwap, swapExactIn } from './swap.ts'

const computeOut = (state: BalancerV2State, trade: Trade): bigint => swapExactIn(state, trade, trade.amountIn)

export const protocol: Protocol<BalancerV2State> = {
  kind: 'balancer-v2',
  proof: {
    proven: true,
    by: 'Vault, WeightedPool, StablePool and ComposableStablePool of @balancer-labs/v2-deployments 3.2.0',
  },

  find: findKnownPools,

  creations,

  load,

  amountOut(state, trade) {
    const out = undefinedOnRangeError(() => computeOut(state, trade)) ?? 0n
    return out === 0n ? undefined : amount(out)
  },

  hasCurves: true,
  segments: toSegments,

  stateAfter(state, trade) {
    const out = computeOut(state, trade)
    if (out === 0n) throw new RangeError('the pool gives nothing for it')
    return { ...state, tokens: applySwap(state, trade, trade.amountIn, out) }
  },

  gas: (state, trade) => gas(estimateGas(state, trade)),

  gasDetail: (state, trade) => ({ beyond: estimateGasBeyond(state, trade), cleared: 2 }),

  isOutOfRange: () => false,

  move: (pool) => ({
    move: 'adapter',
    pool: adapterAddress['balancer-v2'],
    target: pool.address,
    data: encodePoolNumber(hexFact(pool, 'poolId')),
  }),
}

/** A pool's id without its address, as the adapter takes it: specialization, then a number of 46 bits. */
function encodePoolNumber(poolId: Hex): number {
  const rest = BigInt.asUintN(96, BigInt(poolId))
  return Number(((rest >> 80n) << 46n) | BigInt.asUintN(46, rest))
}
