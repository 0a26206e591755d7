/**
 * Maverick's second version: liquidity in ticks, each with bins of four kinds, three of which follow the price, and a
 * fee for each direction. How the amounts are verified: see README.md.
 */
import { createPartialSwapMethods } from '#amm/swap-methods'
import { ask } from '#domain/calls/reads'
import type { Pool, Protocol } from '#domain/pools/protocol'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { getPools } from './abi.ts'
import { load } from './load.ts'
import { toSegments } from './segments.ts'
import type { MaverickState } from './state.ts'
import { swap } from './swap.ts'

/**
 * Measured on the code of a real pool with plain tokens, payment included, without the cost of every leg through an
 * adapter; plus the cost of storing the mean price after time has passed, on our port.
 */
const baseGas = 44_500
const tickGas = 11_700
const emptyGas = 1_900
/** If the active tick changes, it is written with the mean price, and bins that may follow are searched. */
const movedGas = 6_100

function estimateGas(ticks: number, empty: number): number {
  const moved = ticks + empty > 1 ? movedGas : 0
  return baseGas + tickGas * (ticks - 1) + emptyGas * empty + moved
}

/** Of one pair: anyone can create more, but not older ones. */
const maxPoolsPerPair = 12

/** For display only: the fee of a trade is read with the state. */
const usualFeePpm = 100

export const protocol: Protocol<MaverickState> = {
  kind: 'maverick-v2',
  proof: {
    proven: true,
    by: 'the code of a pool on BNB Chain: 873 recorded outputs',
  },

  *find(venue, pair) {
    const tokens = pair.toSorted()
    const [a, b] = [tokens[0] ?? pair[0], tokens[1] ?? pair[1]]
    const [found] = yield* ask(getPools(venue.factory, a, b, maxPoolsPerPair))
    return found.map((address): Pool => ({ venue, address, tokens, feePpm: usualFeePpm }))
  },

  load,

  ...createPartialSwapMethods(swap),

  segments: (state, way) => toSegments(state, way, estimateGas),

  gas(state, trade) {
    const swapped = swap(state, trade)
    const [ticks, empty] = typeof swapped === 'string' ? [1, 0] : [swapped.ticks, swapped.empty]
    return gas(BigInt(estimateGas(ticks, empty)))
  },

  /** Others may leave less in the ticks ahead: half as many more, and the one they stopped in. */
  gasRise(state, trade) {
    const swapped = swap(state, trade)
    const ticks = typeof swapped === 'string' ? 1 : swapped.ticks
    return tickGas * Math.ceil(ticks / 2) + movedGas
  },

  gasDetail: () => ({ beyond: -5_500, cleared: 2 }),

  /** Token A is the lower of the two addresses, and comes first. */
  move: ({ address }, { from }) => ({
    move: 'adapter',
    pool: adapterAddress['maverick-v2'],
    target: address,
    data: from,
  }),
}
