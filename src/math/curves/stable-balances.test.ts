import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wad } from '#math/integers/wad'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { computeStableIn, computeStableOut, solveInvariant } from './stable-balances.ts'

/** Only curves whose invariant converges: for a few sets of balances it never does, in the contract either. */
const anyCurve = fc
  .record({
    rounding: fc.constantFrom('v2' as const, 'v3' as const),
    amplification: fc.bigInt({ min: 50_000n, max: 5_000_000n }),
    balances: fc.array(fc.bigInt({ min: 10n * wad, max: 10_000n * wad }), { minLength: 2, maxLength: 5 }),
  })
  .filter((curve) => undefinedOnRangeError(() => solveInvariant(curve)) !== undefined)

test('the invariant of equal balances is their sum; of uneven ones, less', () => {
  const even = { rounding: 'v3', amplification: 200_000n, balances: [5n * wad, 5n * wad, 5n * wad] } as const
  expect(solveInvariant(even)).toBe(15n * wad)
  expect(solveInvariant({ ...even, balances: [5n * wad, 9n * wad, wad] })).toBeLessThan(15n * wad)
  expect(solveInvariant({ ...even, balances: [0n, 0n] })).toBe(0n)
  expect(() => solveInvariant({ ...even, balances: [wad, 0n] })).toThrow(RangeError)
})

/** In units: v2 rounds once before it multiplies by a thousand. */
const doubt = { v2: 1_000_000_000n, v3: 2_000n }

/**
 * In a drained pool a unit of the invariant is worth up to about 10^5 units of a balance. Measured: at most 2·10^-14
 * over 400,000 trades.
 */
const steepest = 10n ** 12n

const drained = {
  rounding: 'v3' as const,
  amplification: 50_000n,
  balances: [5416352578042221538145n, 10n * wad, 10n * wad, 10n * wad, 10n * wad],
}

test('a trade keeps or raises the invariant, apart from a few units', () => {
  fc.assert(
    fc.property(anyCurve, fc.bigInt({ min: 1n, max: 1_000n }), (curve, permille) => {
      const amountIn = ((curve.balances[0] ?? 0n) * permille) / 1_000n
      const out = computeStableOut(curve, { from: 0, to: 1 }, amountIn)
      const [sold = 0n, bought = 0n, ...others] = curve.balances
      const balances = [sold + amountIn, bought - out, ...others]
      const after = undefinedOnRangeError(() => solveInvariant({ ...curve, balances }))
      fc.pre(after !== undefined)
      const gain = after - solveInvariant(curve)
      expect(gain >= -doubt[curve.rounding] && gain < 1_000_000_000n, `gain ${gain}`).toBe(true)
    }),
  )
})

test('the input for an output buys that output, and hardly more', () => {
  fc.assert(
    fc.property(anyCurve, fc.bigInt({ min: wad / 10n, max: 9n * wad }), (curve, wanted) => {
      const way = { from: 1, to: 0 }
      const out = computeStableOut(curve, way, computeStableIn(curve, way, wanted))
      const lost = doubt[curve.rounding] + wanted / steepest
      expect(out >= wanted - lost, `${out} for ${wanted}`).toBe(true)
      expect(out <= wanted + wanted / 1_000_000n, `${out} for ${wanted}`).toBe(true)
    }),
    { examples: [[drained, 8685950913077704442n]] },
  )
})
