import { protocol } from '#protocols/ramses-spacing/index'
import { toldPrice, walkFamily } from '#test/conformance/ticks/walk-family'

export const family = walkFamily({
  protocol,
  tiers: [
    { feePpm: 100, tickSpacing: 1 },
    { feePpm: 250, tickSpacing: 5 },
    { feePpm: 500, tickSpacing: 10 },
    { feePpm: 3_000, tickSpacing: 50 },
    { feePpm: 10_000, tickSpacing: 100 },
    { feePpm: 0, tickSpacing: 1 },
    { feePpm: 999_999, tickSpacing: 16_383 },
  ],
  described: {
    venue: { feesPpm: [500, 3_000], facts: { spacings: [10, 50] } },
    lookUp: ['0x28af8d0b', 50], // getPool(address,address,int24)
    bitmap: 'tickBitmap',
    answers: [
      {
        method: 'slot0',
        types: ['uint160', 'int24', 'uint16', 'uint16', 'uint16', 'uint8', 'bool'],
        values: [toldPrice, 0, 3, 9, 9, 5, true],
      },
      { method: 'tickSpacing', types: ['int24'], values: [50] },
      { method: 'fee', types: ['uint24'], values: [1_234] },
    ],
    spacing: 50,
    feePpm: 1_234,
  },
})
