/**
 * SyncSwap's classic pools (xy) and stable ones (StableSwap of two tokens), whose tokens lie in its vault.
 * What stands behind the amounts: see README.md.
 */
import { wholeTrades } from '#amm/whole-trades'
import { addressFact } from '#domain/facts'
import type { Pool, Protocol } from '#domain/protocol'
import { ask } from '#domain/reads'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { getPool } from './abi.ts'
import { load } from './load.ts'
import type { State } from './state.ts'
import { stretches } from './stretches.ts'
import { swap } from './swap.ts'

/** Measured on our port with plain tokens, payment included, beyond what every leg through an adapter costs. */
const classicGas = 60_500
const stableGas = 69_700

const gasOf = ({ multipliers }: State): number => (multipliers === undefined ? classicGas : stableGas)

/** Shown only: what a trade pays is read with the state. */
const usualFeesPpm = { classic: 2_000, stable: 400 }

export const protocol: Protocol<State> = {
  kind: 'syncswap',
  proof: { proven: false, by: 'a port of our own, both invariants solved in exact fractions' },

  *find(venue, pair) {
    const factories = [
      { factory: venue.factory, feePpm: usualFeesPpm.classic },
      { factory: addressFact(venue, 'stableFactory'), feePpm: usualFeesPpm.stable },
    ]
    const found = yield* ask(...factories.map(({ factory }) => getPool(factory, pair)))
    const tokens = pair.toSorted()
    return factories.flatMap(({ feePpm }, i): readonly Pool[] => {
      const address = found[i]
      return address === undefined ? [] : [{ venue, address, tokens, feePpm }]
    })
  },

  load,

  ...wholeTrades(swap, (state, { reserves }) => ({ ...state, reserves })),

  stretches: (state, way) => stretches(state, way, gasOf(state)),

  gas: (state) => gas(BigInt(gasOf(state))),

  /** The adapter asks the pool for its vault, and names the token it sells. */
  move: ({ address }) => ({ move: 'adapter', pool: adapterAddress.syncswap, target: address, data: 0 }),
}
