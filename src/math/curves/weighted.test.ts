import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wad } from '#math/integers/wad'
import { computeWeightedIn, computeWeightedOut, powUp, powUpByLog } from './weighted.ts'

const even = { balanceIn: 100n * wad, weightIn: wad / 2n, balanceOut: 200n * wad, weightOut: wad / 2n }

test('equal weights are constant product, rounded in favour of the pool', () => {
  const exact = (200n * 10n * wad) / 110n
  const out = computeWeightedOut(powUp, even, 10n * wad)
  expect([out <= exact, exact - out < 1_000n]).toEqual([true, true])
})

test('by logarithm the pool keeps a little more', () => {
  const [plain, byLog] = [powUp, powUpByLog].map((pow) => computeWeightedOut(pow, even, 10n * wad))
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
    expect(computeWeightedOut(powUp, even, 30n * wad)).toBeGreaterThan(0n)
    expect(() => computeWeightedOut(powUp, even, 30n * wad + 1n)).toThrow(RangeError)
    expect(computeWeightedIn(powUp, even, 60n * wad)).toBeGreaterThan(0n)
    expect(() => computeWeightedIn(powUp, even, 60n * wad + 1n)).toThrow(RangeError)
  })

  test('an empty side gives no output', () => {
    expect(() => computeWeightedOut(powUp, { ...even, balanceIn: 0n }, 0n)).toThrow(RangeError)
    expect(computeWeightedOut(powUp, { ...even, balanceOut: 0n }, wad)).toBe(0n)
  })
})

test('the input for an output buys no more than it, apart from rounding', () => {
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
        const asked = computeWeightedIn(powUp, sides, wanted)
        if (asked * 10n > balanceIn * 3n) return
        expect(Number(computeWeightedOut(powUp, sides, asked)) / Number(wanted)).toBeCloseTo(1, 6)
      },
    ),
  )
})
