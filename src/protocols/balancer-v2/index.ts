/** Weighted, stable and composable stable pools of Balancer v2. */
import { hexFact } from '#domain/facts'
import { knownPools } from '#domain/known-pools'
import type { Protocol, Trade } from '#domain/protocol'
import { amount, gas, type Hex } from '#domain/units'
import { unlessRefused } from '#math/unless-refused'
import { adapterAddress } from '#protocols/adapters.gen'
import { creations } from './creations.ts'
import { gasOf } from './gas.ts'
import { load } from './load.ts'
import type { State } from './state.ts'
import { stretchesOf } from './stretches.ts'
import { sellExact, tokensAfter } from './swap.ts'

const outOf = (state: State, trade: Trade): bigint => sellExact(state, trade, trade.amountIn)

export const protocol: Protocol<State> = {
  kind: 'balancer-v2',
  proof: {
    proven: true,
    by: 'Vault, WeightedPool, StablePool and ComposableStablePool of @balancer-labs/v2-deployments 3.2.0',
  },

  find: knownPools,

  creations,

  load,

  amountOut(state, trade) {
    const out = unlessRefused(() => outOf(state, trade)) ?? 0n
    return out === 0n ? undefined : amount(out)
  },

  stretches: stretchesOf,

  after(state, trade) {
    const out = outOf(state, trade)
    if (out === 0n) throw new RangeError('the pool gives nothing for it')
    return { ...state, tokens: tokensAfter(state, trade, trade.amountIn, out) }
  },

  gas: (state, trade) => gas(gasOf(state, trade)),

  outOfRange: () => false,

  move: (pool) => ({
    move: 'adapter',
    pool: adapterAddress['balancer-v2'],
    target: pool.address,
    data: numberOf(hexFact(pool, 'poolId')),
  }),
}

/** What a pool's id says beyond its address, as the adapter wants it: specialisation, then a number of 46 bits. */
function numberOf(poolId: Hex): number {
  const rest = BigInt.asUintN(96, BigInt(poolId))
  return Number(((rest >> 80n) << 46n) | BigInt.asUintN(46, rest))
}
