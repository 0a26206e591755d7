import fc from 'fast-check'
import { expect, test } from 'vitest'
import { optimalityOf, provenBy } from './optimality.ts'

const dual = (upperBound: number) => ({ upperBound, boundBy: 'dual' })

test('a gap is stated in millionths of the bound, rounded up to three decimals', () => {
  expect(optimalityOf({ upperBound: 1_000_000n, boundBy: 'dual' }, 999_960n)).toEqual({
    upperBound: 1_000_000n,
    gapPpm: 40,
    boundBy: 'dual',
  })
  expect(optimalityOf({ upperBound: 3n * 10n ** 18n, boundBy: 'legs' }, 3n * 10n ** 18n - 1n)?.gapPpm).toBe(0.001)
  expect(optimalityOf({ upperBound: 7n, boundBy: 'dual' }, 7n)?.gapPpm).toBe(0)
})

test('nothing is said where there is nothing to be near to, or the bound does not hold', () => {
  for (const [upperBound, worth] of [
    [100n, 0n],
    [100n, -5n],
    [100n, 101n],
    [-100n, -101n],
    [1n << 256n, 1n],
  ] as const)
    expect(optimalityOf({ upperBound, boundBy: 'dual' }, worth)).toBeUndefined()
  expect(provenBy(undefined, 0, 1n)).toBeUndefined()
  expect(provenBy(dual(Number.POSITIVE_INFINITY), 0, 1n)).toBeUndefined()
  expect(provenBy(dual(Number.NaN), 0, 1n)).toBeUndefined()
})

test('the gas of every route comes off the bound, and what floats leave goes to its benefit', () => {
  expect(provenBy(dual(1_000.2), 100, 900n)).toMatchObject({ upperBound: 902n })
  expect(provenBy(dual(1e24), 1e12, 5n * 10n ** 23n)?.upperBound).toBe(BigInt(1e24) - 999_999_999_999n)
  fc.assert(
    fc.property(fc.bigInt(1n, 2n ** 120n), fc.integer({ min: 0, max: 1_000_000 }), (worth, gas) => {
      const bound = Number(worth) + gas
      const proven = provenBy(dual(bound + bound * 1e-9 + 1), gas, worth)
      expect(proven?.upperBound).toBeGreaterThanOrEqual(worth)
      expect(proven?.gapPpm).toBeLessThanOrEqual(2_000_000)
    }),
  )
})
