import fc from 'fast-check'
import { protocol } from '#protocols/algebra-directional/index'
import { unprovenFamily } from '#test/conformance/ticks/unproven'

const anyFee = fc.integer({ min: 0, max: 65_535 })

/** Positions end on multiples of the pool's spacing, which the table ignores. */
const spacings = [1, 10, 60, 200]

export const family = unprovenFamily({
  protocol,
  tiers: spacings.map((tickSpacing) => ({ feePpm: 0, tickSpacing })),
  state: { tickSpacing: 1 },
  fees: fc.oneof(
    anyFee,
    fc.tuple(anyFee, anyFee).filter(([a, b]) => a !== b),
  ),
})
