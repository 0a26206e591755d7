/**
 * DODO's second version: vending machines (DVM), stable pools (DSP) and private ones (DPP), all by its proactive market
 * maker. How the amounts are verified: see README.md.
 */
import { createSwapMethods } from '#amm/swap-methods'
import { ask } from '#domain/calls/reads'
import { addressesFact } from '#domain/pools/facts'
import type { Pool, Protocol, Trade } from '#domain/pools/protocol'
import { gas } from '#domain/units'
import { adapterAddress } from '#protocols/adapters.gen'
import { getPools } from './abi.ts'
import { load } from './load.ts'
import { one } from './pmm.ts'
import { toSegments } from './segments.ts'
import type { DodoState } from './state.ts'
import { isReturning, swap } from './swap.ts'

/**
 * Measured on our port with plain tokens, payment included, without the cost of every leg through an adapter: on the
 * return to equilibrium, and beyond it, where one more root is computed.
 */
const returningGas = 65_500n
const leavingGas = 85_400n

/**
 * For the expected gas: measured in the sandbox's pools. The square root of a pool's curve takes a step for each bit of
 * the target; that of a constant product has none. A trade past equilibrium computes both parts.
 */
const detail = { returning: 2_400, product: -17_000, leaving: -16_500, rootStep: 300, crossing: 5_000 } as const

function computeGasBeyond(state: DodoState, trade: Trade): number {
  if (isReturning(state, trade)) return detail.returning
  const crossing = state.short === trade.from ? detail.crossing : 0
  if (state.slope === one) return detail.product + crossing
  const target = state.targets[trade.from === 0 ? 1 : 0]
  return detail.leaving + detail.rootStep * target.toString(2).length + crossing
}

/** Of one factory and one base token: anyone can create more, but not older ones. */
const maxPoolsPerPair = 4

/** For display only: the fee of a trade is read with the state. */
const usualFeePpm = { vending: 3_000, other: 100 }

export const protocol: Protocol<DodoState> = {
  kind: 'dodo-v2',
  proof: {
    proven: true,
    by: 'DVM, DSP and DPP of DODOEX/contractV2, of before and after 2024-01-14: 11,900 trades recorded on a local chain',
  },

  *find(venue, pair) {
    const factories = [venue.factory, ...addressesFact(venue, 'others')]
    const found = yield* ask(...factories.map((factory) => getPools(factory, pair, maxPoolsPerPair)))
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

  ...createSwapMethods(swap, (_, { after }) => after),

  hasCurves: true,
  segments: (state, way) => toSegments(state, way, Number(way.from === state.short ? returningGas : leavingGas)),

  gas: (state, trade) => gas(isReturning(state, trade) ? returningGas : leavingGas),

  /** Others may have moved the pool through its equilibrium. */
  gasRise: (state, trade) => (isReturning(state, trade) ? Number(leavingGas - returningGas) : 0),

  gasDetail: (state, trade) => ({ beyond: computeGasBeyond(state, trade), cleared: 1 }),

  move: ({ address }, { from }) => ({
    move: 'adapter',
    pool: adapterAddress['dodo-v2'],
    target: address,
    data: from,
  }),
}
