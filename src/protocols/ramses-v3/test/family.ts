import { protocol } from '#protocols/ramses-v3/index'
import { unprovenFamily } from '#test/conformance/ticks/unproven'

export const family = unprovenFamily({
  protocol,
  tiers: [
    { feePpm: 100, tickSpacing: 1 },
    { feePpm: 500, tickSpacing: 10 },
    { feePpm: 3_000, tickSpacing: 60 },
    { feePpm: 10_000, tickSpacing: 200 },
    { feePpm: 0, tickSpacing: 1 },
    { feePpm: 999_999, tickSpacing: 16_383 },
  ],
})
