import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wad } from './wad.ts'
import { powUp, powUpByLog, weightedIn, weightedOut } from './weighted.ts'

const even = { balanceIn: 100n * wad, weightIn: wad / 2n, balanceOut: 200n * wad, weightOut: wad / 2n }

test('equal weights are constant product, rounded for the pool', () => {
  const exact = (200n * 10n * wad) / 110n
  const out = weightedOut(powUp, even, 10n * wad)
  expect([out <= exact, exact - out < 1_000n]).toEqual([true, true])
})

test('by logarithm the pool keeps a little more', () => {
  const [plain, byLog] = [powUp, powUpByLog].map((pow) => weightedOut(pow, even, 10n * wad))
  expect(byLog).toBeLessThan(plain ?? 0n)
})

test.each([
  [wad, 3n * wad, 3n * wad],
  [2n * wad, 3n * wad, 9n * wad],
  [4n * wad, 3n * wad, 81n * wad],
  [2n * wad, wad + 1n, wad + 3n],
])('to the power of %i, %i is %i', (exponent, base, power) => {
  expect(powUp(base, exponent)).toBe(power)
})

describe('limits', () => {
  test('30 % of either balance and no unit more', () => {
    expect(weightedOut(powUp, even, 30n * wad)).toBeGreaterThan(0n)
    expect(() => weightedOut(powUp, even, 30n * wad + 1n)).toThrow(RangeError)
    expect(weightedIn(powUp, even, 60n * wad)).toBeGreaterThan(0n)
    expect(() => weightedIn(powUp, even, 60n * wad + 1n)).toThrow(RangeError)
  })

  test('nothing comes of an empty side', () => {
    expect(() => weightedOut(powUp, { ...even, balanceIn: 0n }, 0n)).toThrow(RangeError)
    expect(weightedOut(powUp, { ...even, balanceOut: 0n }, wad)).toBe(0n)
  })
})

test('what is asked for an output buys no more than it, but for rounding', () => {
  const weight = fc.bigInt({ min: 1n, max: 99n })
  const balance = fc.bigInt({ min: wad, max: 10n ** 27n })
  fc.assert(
    fc.property(
      weight,
      balance,
      balance,
      fc.bigInt({ min: 1n, max: 200n }),
      (part, balanceIn, balanceOut, permille) => {
        const sides = { balanceIn, weightIn: (part * wad) / 100n, balanceOut, weightOut: wad - (part * wad) / 100n }
        const wanted = (balanceOut * permille) / 1_000n
        const asked = weightedIn(powUp, sides, wanted)
        if (asked * 10n > balanceIn * 3n) return
        expect(Number(weightedOut(powUp, sides, asked)) / Number(wanted)).toBeCloseTo(1, 6)
      },
    ),
  )
})
