/** Weighted and stable pools of Balancer v3, with rate providers. */
import { knownPools } from '#domain/known-pools'
import type { Protocol, Trade } from '#domain/protocol'
import { amount, gas } from '#domain/units'
import { unlessRefused } from '#math/unless-refused'
import { adapterAddress } from '#protocols/adapters.gen'
import { creations } from './creations.ts'
import { gasOf } from './gas.ts'
import { load } from './load.ts'
import type { State } from './state.ts'
import { stretchesOf } from './stretches.ts'
import { sellExact, tokensAfter } from './swap.ts'

const sell = (state: State, trade: Trade) => sellExact(state, trade, trade.amountIn)

export const protocol: Protocol<State> = {
  kind: 'balancer-v3',
  proof: {
    proven: true,
    by: 'Vault, WeightedPool and StablePool of @balancer-labs/v3-vault, v3-pool-weighted and v3-pool-stable 1.0.0, compiled from their sources; outputs recorded by balancer/balancer-maths',
  },

  find: knownPools,

  creations,

  load,

  amountOut(state, trade) {
    const out = unlessRefused(() => sell(state, trade))?.amountOut ?? 0n
    return out === 0n ? undefined : amount(out)
  },

  stretches: stretchesOf,

  after(state, trade) {
    const swapped = sell(state, trade)
    if (swapped.amountOut === 0n) throw new RangeError('the pool gives nothing for it')
    return { ...state, tokens: tokensAfter(state, trade, swapped) }
  },

  gas: (state, trade) => gas(gasOf(state, trade)),

  outOfRange: () => false,

  move: (pool) => ({ move: 'adapter', pool: adapterAddress['balancer-v3'], target: pool.address, data: 0 }),
}
