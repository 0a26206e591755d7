import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seconds } from '#domain/units'
import { isoTime, priceText, timeOf, usdText } from './plain.ts'

test('times are those of the calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (time) => {
      expect(isoTime(seconds(time))).toBe(new Date(time * 1_000).toISOString())
      expect(timeOf(isoTime(seconds(time)))).toBe(time)
    }),
  )
})

test('dollars are plain decimals', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 200n }),
      fc.integer({ min: 0, max: 30 }),
      fc.double({ min: 0, noNaN: true }),
      (raw, decimals, price) => {
        const text = usdText(raw, decimals, price)
        if (text !== undefined) expect(text).toMatch(/^\d+(\.\d+)?$/)
      },
    ),
  )
  expect(usdText(1n, 18, 2481.24)).toBe('0')
  expect(usdText(140433333333333n, 18, 3000)).toBe('0.4213')
  expect(usdText(100n, 0, 1)).toBe('100')
  expect(usdText(1n, 0, undefined)).toBeUndefined()
})

test.each(['', '2026-02-30T00:00:00.000Z', '2026-13-01T00:00:00Z', '1969-12-31T23:59:59Z', '2026-01-01', 'now'])(
  '%j is no time',
  (text) => {
    expect(() => timeOf(text)).toThrow(RangeError)
  },
)

test('prices have six digits that count and never an exponent', () => {
  const shown: readonly (readonly [number, string])[] = [
    [1, '1'],
    [2481.2402, '2481.24'],
    [0.999_874_9, '0.999875'],
    [0.000_012_345_678, '0.0000123457'],
    [1e-30, '0'],
    [98_765_432.1, '98765432'],
    [1.5e21, '1500000000000000000000'],
    [100, '100'],
    [0, '0'],
  ]
  for (const [price, text] of shown) expect(priceText(price)).toBe(text)
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e30, noNaN: true }), (price) => {
      expect(priceText(price)).toMatch(/^\d+(\.\d+)?$/)
      if (price > 1e-9) expect(Math.abs(Number(priceText(price)) / price - 1)).toBeLessThan(1e-5)
    }),
  )
})
