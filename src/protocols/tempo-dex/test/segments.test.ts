/** Segments of a book against its exact amounts, on the recorded books. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount } from '#domain/units'
import { protocol } from '#protocols/tempo-dex/index'
import type { TempoBook } from '#protocols/tempo-dex/swap'
import { compareWithSegments } from '#test/conformance/segments'
import { anySize } from '#test/conformance/sizes'
import { readCases } from '#test/conformance/vectors'

test('amounts exceed the segments by at most their slack, and are close to them', () => {
  const ways = readCases('tempo-dex').flatMap(({ state, trades }) => trades.map(([from, to]) => ({ state, from, to })))
  let compared = 0
  fc.assert(
    fc.property(fc.constantFrom(...ways), anySize(60), (way, sold) => {
      if (compareWithSegments(protocol, way, sold)) compared += 1
    }),
    { numRuns: 3_000 },
  )
  expect(compared).toBeGreaterThan(300)
})

/** At a price of 1 and of 0.99; orders flip from the third on, and no transaction can afford the eighth. */
const book: TempoBook = {
  bids: {
    orders: [0, 0, 0, -1_000, -1_000, -1_000, -1_000, -1_000, -1_000].map((tick, i) => ({
      ...{ remaining: 1_000_000n, tick },
      flips: i > 1,
    })),
    isWhole: false,
  },
  asks: { orders: [], isWhole: true },
}

test('a level for each price, its gas that of its first order, up to what a transaction can afford', () => {
  const { liquidity, gas, isComplete } = protocol.segments?.(book, { from: 0, to: 1 }) ?? {}
  // between the two prices there is a gap
  expect(liquidity?.map((depth) => depth > 0)).toEqual([true, false, true])
  expect([gas?.[0], gas?.[2]]).toEqual([810_000, 4_190_000])
  expect(isComplete).toBe(true)
  const sells = (amountIn: bigint) => protocol.amountOut(book, { from: 0, to: 1, amountIn: amount(amountIn) })
  expect(sells(7_000_000n)).toBe(6_960_000n)
  expect(sells(7_000_001n)).toBeUndefined()
  const asks = protocol.segments?.(book, { from: 1, to: 0 })
  expect(asks?.liquidity).toEqual([])
})
