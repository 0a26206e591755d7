import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seconds } from '#domain/units'
import { isoTime, usdText } from './plain.ts'

test('times are those of the calendar', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 253_402_300_799 }), (time) => {
      expect(isoTime(seconds(time))).toBe(new Date(time * 1_000).toISOString())
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
