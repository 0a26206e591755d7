/**
 * SyncSwap's classic pools (xy) and stable ones (StableSwap of two tokens), whose tokens are held by its vault. How the
 * amounts are verified: see README.md.
 */
import { createSwapMethods } from '#amm/swap-methods'
import { ask } from '#domain/calls/reads'
import { addressFact } from '#domain/pools/facts'
import type { Pool, Protocol } from '#domain/pools/protocol'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { getPool } from './abi.ts'
import { load } from './load.ts'
import { toSegments } from './segments.ts'
import type { SyncSwapState } from './state.ts'
import { swap } from './swap.ts'

/** Measured on our port with plain tokens, payment included, without the cost of every leg through an adapter. */
const classicGas = 60_500
const stableGas = 69_700

const gasOf = ({ multipliers }: SyncSwapState): number => (multipliers === undefined ? classicGas : stableGas)

/** For display only: the fee of a trade is read with the state. */
const usualFeesPpm = { classic: 2_000, stable: 400 }

export const protocol: Protocol<SyncSwapState> = {
  kind: 'syncswap',
  proof: {
    proven: true,
    by: 'SyncSwapClassicPool and SyncSwapStablePool of syncswap/core-contracts: 4,800 trades recorded on a local chain',
  },

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

  ...createSwapMethods(swap, (state, { reserves }) => ({ ...state, reserves })),

  hasCurves: true,
  segments: (state, way) => toSegments(state, way, gasOf(state)),

  gas: (state) => gas(BigInt(gasOf(state))),

  gasDetail: ({ multipliers }) =>
    multipliers === undefined ? { beyond: 9_000, cleared: 2 } : { beyond: 2_000, cleared: 1 },

  /** The adapter asks the pool for its vault, and names its input token. */
  move: ({ address }) => ({ move: 'adapter', pool: adapterAddress.syncswap, target: address, data: 0 }),
}
