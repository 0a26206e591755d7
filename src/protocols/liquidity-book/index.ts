/**
 * Liquidity Book: bins of one price each, in geometric steps, with a fee that grows as a pair moves and fades with time.
 * Pairs of LFJ (Trader Joe) v2.1 and v2.2 and their forks. What stands behind the amounts: see README.md.
 */
import { partTrades } from '#amm/whole-trades'
import type { Pool, Protocol } from '#domain/protocol'
import { ask } from '#domain/reads'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { byStep, getPair, questions } from './abi.ts'
import { load, reach, seen } from './load.ts'
import type { State } from './state.ts'
import { stretches } from './stretches.ts'
import { swap } from './swap.ts'

/** Measured on our port with plain tokens, payment included, beyond what every leg through an adapter costs. */
const baseGas = 34_000
const binGas = 12_200
/** The active bin is written once it is another one. */
const movedGas = 4_400
const gasAfter = (bins: number): number => baseGas + binGas * bins + (bins > 1 ? movedGas : 0)

export const protocol: Protocol<State> = {
  kind: 'liquidity-book',
  proof: { proven: false, by: 'a port of our own, and each bin in exact fractions' },

  lens: { kind: 4, state: seen, bins: questions, lookup: byStep, reach },

  *find(venue, pair) {
    const tiers = byStep.tiers(venue)
    const found = yield* ask(...tiers.map(({ argument }) => getPair(venue.factory, pair, argument)))
    const tokens = pair.toSorted()
    return tiers.flatMap(({ argument: _, ...told }, i): readonly Pool[] => {
      const address = found[i]
      return address === undefined ? [] : [{ venue, address, tokens, ...told }]
    })
  },

  load,

  ...partTrades(swap),

  stretches: (state, way) => stretches(state, way, gasAfter),

  gas(state, trade) {
    const swapped = swap(state, trade)
    return gas(BigInt(gasAfter(typeof swapped === 'string' ? 1 : swapped.bins)))
  },

  /** The adapter sees by the pair itself which of its tokens is sold. */
  move: ({ address }) => ({ move: 'adapter', pool: adapterAddress['liquidity-book'], target: address, data: 0 }),
}
