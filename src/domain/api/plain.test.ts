import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seconds } from '#domain/units'
import { isoTime, timeOf, usdText } from './plain.ts'

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
