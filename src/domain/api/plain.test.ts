import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seconds } from '#domain/units'
import { formatPrice, formatTime, formatUsd, parseTime } from './plain.ts'

test('times match the calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (time) => {
      expect(formatTime(seconds(time))).toBe(new Date(time * 1_000).toISOString())
      expect(parseTime(formatTime(seconds(time)))).toBe(time)
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
        const text = formatUsd(raw, decimals, price)
        if (text !== undefined) expect(text).toMatch(/^\d+(\.\d+)?$/)
      },
    ),
  )
  expect(formatUsd(1n, 18, 2481.24)).toBe('0')
  expect(formatUsd(140433333333333n, 18, 3000)).toBe('0.4213')
  expect(formatUsd(100n, 0, 1)).toBe('100')
  expect(formatUsd(1n, 0, undefined)).toBeUndefined()
})

test.each(['', '2026-02-30T00:00:00.000Z', '2026-13-01T00:00:00Z', '1969-12-31T23:59:59Z', '2026-01-01', 'now'])(
  '%j is not a time',
  (text) => {
    expect(() => parseTime(text)).toThrow(RangeError)
  },
)

test('prices have six significant digits and never an exponent', () => {
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
  for (const [price, text] of shown) expect(formatPrice(price)).toBe(text)
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e30, noNaN: true }), (price) => {
      expect(formatPrice(price)).toMatch(/^\d+(\.\d+)?$/)
      if (price > 1e-9) expect(Math.abs(Number(formatPrice(price)) / price - 1)).toBeLessThan(1e-5)
    }),
  )
})
