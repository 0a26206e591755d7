import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeBinPrice, middleBin } from './bin-price.ts'

const one = 1n << 128n

test('the middle bin has the price 1, its neighbours one step above and below', () => {
  expect(computeBinPrice(middleBin, 25)).toBe(one)
  expect(Number(computeBinPrice(middleBin + 1, 25)) / Number(one)).toBeCloseTo(1.0025, 12)
  expect(Number(computeBinPrice(middleBin - 1, 25)) / Number(one)).toBeCloseTo(1 / 1.0025, 12)
})

test('equals the power computed with integers of four times the size, within its roundings', () => {
  const step = fc.integer({ min: 1, max: 200 })
  fc.assert(
    fc.property(step, fc.integer({ min: -20_000, max: 20_000 }), (binStep, exponent) => {
      if (Math.abs(exponent) * Math.log2(1 + binStep / 1e4) > 100) return
      const times = BigInt(Math.abs(exponent))
      // (10^4 + s)^n / 10^(4n), or its inverse
      const [above, below] = [(10_000n + BigInt(binStep)) ** times, 10_000n ** times]
      const exact = exponent > 0 ? (above << 256n) / below : (below << 256n) / above
      const off = (computeBinPrice(middleBin + exponent, binStep) << 128n) - exact
      // each product is off by a unit of 2^-128, and a factor may be as small as the price
      const tolerance = (exact * times * 4n) / (one < exact >> 128n ? (one << 128n) / (exact >> 128n) : exact >> 128n)
      expect(off < 0n ? -off : off).toBeLessThanOrEqual(tolerance + (1n << 130n))
    }),
  )
})

test('refuses a bin whose price does not fit', () => {
  expect(() => computeBinPrice(2 ** 24 - 1, 100)).toThrow(RangeError)
  expect(() => computeBinPrice(0, 100)).toThrow(RangeError)
  expect(() => computeBinPrice(middleBin - 2 ** 21, 1)).toThrow(RangeError)
})
