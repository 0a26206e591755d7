/**
 * Maverick's second version: liquidity by ticks, each with bins of four kinds, three of which follow the price, and a fee for
 * each way. What stands behind the amounts: see README.md.
 */
import { partTrades } from '#amm/whole-trades'
import type { Pool, Protocol } from '#domain/protocol'
import { ask } from '#domain/reads'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { getPools } from './abi.ts'
import { load } from './load.ts'
import type { State } from './state.ts'
import { stretches } from './stretches.ts'
import { swap } from './swap.ts'

/**
 * Measured on the code of a real pool with plain tokens, payment included, beyond what every leg through an adapter costs; and
 * what it takes to note the mean price once time has passed, on our port.
 */
const baseGas = 44_500
const tickGas = 11_700
const emptyGas = 1_900
/** The active tick is written, with the mean price, once it is another one, and bins are looked for that may follow. */
const movedGas = 6_100

function gasAfter(ticks: number, empty: number): number {
  const moved = ticks + empty > 1 ? movedGas : 0
  return baseGas + tickGas * (ticks - 1) + emptyGas * empty + moved
}

/** Of one pair: anybody may make more, and nobody can make older ones. */
const mostOfPair = 12

/** Shown only: what a trade pays is read with the state. */
const usualFeePpm = 100

export const protocol: Protocol<State> = {
  kind: 'maverick-v2',
  proof: {
    proven: false,
    by: "a port of our own, each tick in exact fractions, and 873 outputs of a real pool's code",
  },

  *find(venue, pair) {
    const tokens = pair.toSorted()
    const [a, b] = [tokens[0] ?? pair[0], tokens[1] ?? pair[1]]
    const [found] = yield* ask(getPools(venue.factory, a, b, mostOfPair))
    return found.map((address): Pool => ({ venue, address, tokens, feePpm: usualFeePpm }))
  },

  load,

  ...partTrades(swap),

  stretches: (state, way) => stretches(state, way, gasAfter),

  gas(state, trade) {
    const swapped = swap(state, trade)
    const [ticks, empty] = typeof swapped === 'string' ? [1, 0] : [swapped.ticks, swapped.empty]
    return gas(BigInt(gasAfter(ticks, empty)))
  },

  /** Token A is the lesser of the two, and stands first. */
  move: ({ address }, { from }) => ({
    move: 'adapter',
    pool: adapterAddress['maverick-v2'],
    target: address,
    data: from,
  }),
}
