/**
 * DODO's second version: vending machines (DVM), stable pools (DSP) and private ones (DPP), all by its proactive market maker.
 * What stands behind the amounts: see README.md.
 */
import { wholeTrades } from '#amm/whole-trades'
import { addressesFact } from '#domain/facts'
import type { Pool, Protocol } from '#domain/protocol'
import { ask } from '#domain/reads'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { getPools } from './abi.ts'
import { load } from './load.ts'
import type { State } from './state.ts'
import { stretches } from './stretches.ts'
import { isReturning, swap } from './swap.ts'

/**
 * Measured on our port with plain tokens, payment included, beyond what every leg through an adapter costs: on the way back to
 * equilibrium, and beyond it, where a root more is drawn.
 */
const returningGas = 65_500n
const leavingGas = 85_400n

/** Of one factory and one base token: anybody may make more, and nobody can make older ones. */
const mostOfPair = 4

/** Shown only: what a trade pays is read with the state. */
const usualFeePpm = { vending: 3_000, other: 100 }

export const protocol: Protocol<State> = {
  kind: 'dodo-v2',
  proof: { proven: false, by: 'a port of our own, and the curve solved in exact fractions' },

  *find(venue, pair) {
    const factories = [venue.factory, ...addressesFact(venue, 'others')]
    const found = yield* ask(...factories.map((factory) => getPools(factory, pair, mostOfPair)))
    return found.flatMap((lists, i) =>
      lists.flatMap((addresses, base) => {
        const tokens = base === 0 ? pair : pair.toReversed()
        const vending = i === 0
        const feePpm = vending ? usualFeePpm.vending : usualFeePpm.other
        return addresses.map((address): Pool => ({ venue, address, tokens, feePpm, facts: { vending } }))
      }),
    )
  },

  load,

  ...wholeTrades(swap, (_, { after }) => after),

  stretches: (state, way) => stretches(state, way, Number(way.from === state.short ? returningGas : leavingGas)),

  gas: (state, trade) => gas(isReturning(state, trade) ? returningGas : leavingGas),

  move: ({ address }, { from }) => ({
    move: 'adapter',
    pool: adapterAddress['dodo-v2'],
    target: address,
    data: from,
  }),
}
