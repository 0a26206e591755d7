import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wadPow } from './log-exp.ts'
import { wad } from './wad.ts'

test('x^0 is one, 0^y is zero', () => {
  expect(wadPow(0n, 0n)).toBe(wad)
  expect(wadPow(123n, 0n)).toBe(wad)
  expect(wadPow(0n, wad)).toBe(0n)
})

test('is close to the power in floats, with either method of the logarithm', () => {
  const base = fc.bigInt({ min: wad / 1_000n, max: 1_000n * wad })
  const exponent = fc.bigInt({ min: wad / 100n, max: 4n * wad })
  fc.assert(
    fc.property(fc.oneof(base, fc.bigInt({ min: wad / 2n, max: 2n * wad })), exponent, (x, y) => {
      const exact = (Number(x) / 1e18) ** (Number(y) / 1e18) * 1e18
      const ratio = Number(wadPow(x, y)) / exact
      expect(Math.abs(ratio - 1)).toBeLessThan(1e-12 + 4 / exact)
    }),
  )
})

test('throws if the contract reverts', () => {
  expect(() => wadPow(1n << 255n, wad)).toThrow(RangeError)
  expect(() => wadPow(wad, 2n ** 254n / 10n ** 20n)).toThrow(RangeError)
  expect(() => wadPow(2n * wad, 188n * wad)).toThrow(RangeError)
  expect(() => wadPow(wad / 2n, 60n * wad)).toThrow(RangeError)
  expect(wadPow(2n * wad, 187n * wad)).toBeGreaterThan(2n ** 186n * wad)
  expect(wadPow(wad / 2n, 59n * wad)).toBe(1n)
})
