/**
 * Pools of Solidly's second design, volatile (xy) and stable (x³y + xy³): Aerodrome, Velodrome v2 and what keeps their
 * `metadata`, `getFee` and `swap`.
 * Source: Pool and PoolFactory of Aerodrome.
 */
import { wholeTrades } from '#amm/whole-trades'
import { flagFact } from '#domain/facts'
import { LeftOut } from '#domain/left-out'
import type { Pool, Protocol } from '#domain/protocol'
import { ask } from '#domain/reads'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { getFee, getPool, isPaused, metadata } from './abi.ts'
import type { State } from './state.ts'
import { stretches } from './stretches.ts'
import { swap } from './swap.ts'

/**
 * Measured on the pool contract with plain tokens, payment included, beyond what every leg through an adapter costs
 * (`test/conformance/adapters/gas.test.ts`). Now and then a swap pays some 40,000 more, for an observation.
 */
const volatileGas = 99_600n
const stableGas = 117_600n

/** Shown only: what a trade pays is read with the state. */
const usualFeePpm = { stable: 500, volatile: 3_000 } as const

const gasOf = ({ curve }: State): bigint => (curve.kind === 'stable' ? stableGas : volatileGas)

export const protocol: Protocol<State> = {
  kind: 'solidly-v2',

  proof: { proven: true, by: 'Pool and PoolFactory of sphere-mezo-solidity-files 1.2.0 (Aerodrome)' },

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
    if (paused) throw new LeftOut('paused')
    return { reserves, feeE4, curve: stable ? { kind: 'stable', scales } : { kind: 'volatile' } }
  },

  ...wholeTrades(swap, (state, { reserves }) => ({ ...state, reserves })),

  stretches: (state, way) => stretches(state, way, Number(gasOf(state))),

  gas: (state) => gas(gasOf(state)),

  move: (pool) => ({ move: 'adapter', pool: adapterAddress['solidly-v2'], target: pool.address, data: 0 }),
}
