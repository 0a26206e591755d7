import fc from 'fast-check'
import { protocol } from '#protocols/algebra-directional/index'
import { toldPrice, walkFamily } from '#test/conformance/ticks/walk-family'

const anyFee = fc.integer({ min: 0, max: 65_535 })

/** Positions end on multiples of the pool's spacing, which the table ignores. */
const spacings = [1, 10, 60, 200]

const globalState = ['uint160', 'int24', 'uint16', 'uint16', 'uint16', 'uint8', 'uint8', 'bool']

export const family = walkFamily({
  protocol,
  tiers: spacings.map((tickSpacing) => ({ feePpm: 0, tickSpacing })),
  state: { tickSpacing: 1 },
  fees: fc.oneof(
    anyFee,
    fc.tuple(anyFee, anyFee).filter(([a, b]) => a !== b),
  ),
  described: {
    venue: { feesPpm: [100] },
    lookUp: ['0xd9a641e1', 0], // poolByPair(address,address): such factories ignore a third argument
    bitmap: 'tickTable',
    answers: [
      { method: 'globalState', types: globalState, values: [toldPrice, 0, 100, 100, 7, 0, 0, true] },
      { method: 'globalState', types: globalState, values: [toldPrice, -1, 700, 2_500, 8, 0, 0, false], inSwap: true },
    ],
    spacing: 1,
    feePpm: [700, 2_500],
  },
})
