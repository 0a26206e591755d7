/**
 * Pools of Solidly's second design, volatile (xy) and stable (x³y + xy³): Aerodrome, Velodrome v2 and others with their
 * `metadata`, `getFee` and `swap`. Source: Pool and PoolFactory of Aerodrome.
 */
import { createSwapMethods } from '#amm/swap-methods'
import { ask } from '#domain/calls/reads'
import { flagFact } from '#domain/pools/facts'
import type { Pool, Protocol } from '#domain/pools/protocol'
import { PoolSkippedError } from '#domain/pools/skipped-pool'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { getFee, getPool, isPaused, metadata } from './abi.ts'
import { toSegments } from './segments.ts'
import type { SolidlyState } from './state.ts'
import { swap } from './swap.ts'

/**
 * Measured on the pool contract with plain tokens, payment included, without the cost of every leg through an adapter
 * (`test/conformance/adapters/gas.test.ts`). Occasionally a swap pays some 40,000 more, for an observation.
 */
const volatileGas = 99_600n
const stableGas = 117_600n

/** For display only: the fee of a trade is read with the state. */
const usualFeePpm = { stable: 500, volatile: 3_000 } as const

const gasOf = ({ curve }: SolidlyState): bigint => (curve.kind === 'stable' ? stableGas : volatileGas)

export const protocol: Protocol<SolidlyState> = {
  kind: 'solidly-v2',

  proof: {
    proven: true,
    by: 'Pool and PoolFactory of sphere-mezo-solidity-files 1.2.0 (Aerodrome); of aerodrome-finance/contracts, 3,876 trades recorded on a local chain',
  },

  *find(venue, pair) {
    const kinds = [false, true]
    const addresses = yield* ask(...kinds.map((stable) => getPool(venue.factory, pair, stable)))
    const tokens = pair.toSorted()
    return kinds.flatMap((stable, i): readonly Pool[] => {
      const address = addresses[i]
      const feePpm = usualFeePpm[stable ? 'stable' : 'volatile']
      return address === undefined ? [] : [{ venue, address, tokens, feePpm, facts: { stable } }]
    })
  },

  *load(pool) {
    const stable = flagFact(pool, 'stable')
    const { factory } = pool.venue
    const reads = [metadata(pool.address), getFee(factory, pool.address, stable), isPaused(factory)] as const
    const [{ reserves, scales }, feeE4, paused] = yield* ask(...reads)
    if (paused) throw new PoolSkippedError('paused')
    return { reserves, feeE4, curve: stable ? { kind: 'stable', scales } : { kind: 'volatile' } }
  },

  ...createSwapMethods(swap, (state, { reserves }) => ({ ...state, reserves })),

  hasCurves: true,
  segments: (state, way) => toSegments(state, way, Number(gasOf(state))),

  gas: (state) => gas(gasOf(state)),

  gasDetail: () => ({ beyond: 1_900, cleared: 1 }),

  move: (pool) => ({ move: 'adapter', pool: adapterAddress['solidly-v2'], target: pool.address, data: 0 }),
}
