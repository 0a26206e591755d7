import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxSqrtPrice, maxTick, minSqrtPrice, minTick, sqrtPriceAtTick, tickAtSqrtPrice } from '#math/ticks/tick'

const anyTick = fc.integer({ min: minTick, max: maxTick })

describe('sqrtPriceAtTick', () => {
  // tick, price: the contract's own test cases
  test.each([
    [minTick, minSqrtPrice],
    [minTick + 1, 4295343490n],
    [0, 1n << 96n],
    [maxTick - 1, 1461373636630004318706518188784493106690254656249n],
    [maxTick, maxSqrtPrice],
  ])('tick %i', (tick, price) => {
    expect(sqrtPriceAtTick(tick)).toBe(price)
  })

  test('is √(1.0001^tick) to float precision, and the same when called again', () => {
    fc.assert(
      fc.property(anyTick, (tick) => {
        const price = sqrtPriceAtTick(tick)
        expect((Math.log(Number(price) / 2 ** 96) * 2) / Math.log(1.0001)).toBeCloseTo(tick, tick < -600_000 ? 1 : 5)
        expect(sqrtPriceAtTick(tick)).toBe(price)
      }),
    )
  })

  test('grows with the tick', () => {
    fc.assert(
      fc.property(fc.integer({ min: minTick, max: maxTick - 1 }), (tick) => {
        expect(sqrtPriceAtTick(tick + 1)).toBeGreaterThan(sqrtPriceAtTick(tick))
      }),
    )
  })

  test('refuses an invalid tick', () => {
    for (const tick of [minTick - 1, maxTick + 1, 0.5, Number.NaN, -(2 ** 31)])
      expect(() => sqrtPriceAtTick(tick)).toThrow(RangeError)
  })
})

describe('tickAtSqrtPrice', () => {
  test('equals the contract on its own test cases', () => {
    expect(tickAtSqrtPrice(minSqrtPrice)).toBe(minTick)
    expect(tickAtSqrtPrice(4295343490n)).toBe(minTick + 1)
    expect(tickAtSqrtPrice(maxSqrtPrice - 1n)).toBe(maxTick - 1)
  })

  test('finds every tick from its price and from the prices next to it', () => {
    fc.assert(
      fc.property(fc.integer({ min: minTick + 1, max: maxTick - 1 }), (tick) => {
        expect(tickAtSqrtPrice(sqrtPriceAtTick(tick))).toBe(tick)
        expect(tickAtSqrtPrice(sqrtPriceAtTick(tick) - 1n)).toBe(tick - 1)
      }),
      { numRuns: 2_000 },
    )
  })

  test("equals the contract's fixed-point logarithm on any price", () => {
    const price = fc
      .tuple(fc.integer({ min: 33, max: 160 }), fc.bigInt({ min: 0n, max: (1n << 160n) - 1n }))
      .map(([bits, n]) => (1n << BigInt(bits - 1)) | (n & ((1n << BigInt(bits - 1)) - 1n)))
      .filter((n) => n >= minSqrtPrice && n < maxSqrtPrice)
    fc.assert(
      fc.property(price, (n) => {
        expect(tickAtSqrtPrice(n)).toBe(byLogarithm(n))
      }),
      { numRuns: 2_000 },
    )
  })

  test('refuses prices outside the tick range', () => {
    expect(() => tickAtSqrtPrice(minSqrtPrice - 1n)).toThrow(RangeError)
    expect(() => tickAtSqrtPrice(maxSqrtPrice)).toThrow(RangeError)
  })
})

/** The contract's method: log2 of the price by squaring, to 14 bits, then to the base √1.0001 with its error bounds. */
function byLogarithm(sqrtPriceX96: bigint): number {
  const ratio = sqrtPriceX96 << 32n
  const msb = BigInt(ratio.toString(2).length - 1)
  let mantissa = msb >= 128n ? ratio >> (msb - 127n) : ratio << (127n - msb)
  let log2X64 = (msb - 128n) << 64n
  for (let bit = 63n; bit > 49n; bit -= 1n) {
    mantissa = (mantissa * mantissa) >> 127n
    const carry = mantissa >> 128n
    log2X64 |= carry << bit
    mantissa >>= carry
  }
  const log = log2X64 * 255738958999603826347141n
  const low = Number((log - 3402992956809132418596140100660247210n) >> 128n)
  const high = Number((log + 291339464771989622907027621153398088495n) >> 128n)
  return low === high || sqrtPriceAtTick(high) > sqrtPriceX96 ? low : high
}
