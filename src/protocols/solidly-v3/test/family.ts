import { protocol } from '#protocols/solidly-v3/index'
import { toldPrice, walkFamily } from '#test/conformance/ticks/walk-family'

export const family = walkFamily({
  protocol,
  tiers: [
    { feePpm: 100, tickSpacing: 1 },
    { feePpm: 500, tickSpacing: 10 },
    { feePpm: 3_000, tickSpacing: 50 },
    { feePpm: 10_000, tickSpacing: 100 },
    { feePpm: 0, tickSpacing: 10 },
    { feePpm: 100_000, tickSpacing: 16_383 },
  ],
  described: {
    venue: { feesPpm: [500, 3_000], facts: { spacings: [10, 50] } },
    lookUp: ['0x28af8d0b', 50], // getPool(address,address,int24)
    bitmap: 'tickBitmap',
    answers: [
      { method: 'slot0', types: ['uint160', 'int24', 'uint24', 'bool'], values: [toldPrice, 0, 2_750, true] },
      { method: 'tickSpacing', types: ['int24'], values: [50] },
    ],
    spacing: 50,
    feePpm: 2_750,
  },
})
