import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeOptimality, toOptimality } from './optimality.ts'

const dual = (upperBound: number) => ({ upperBound, boundBy: 'dual' })

test('states the gap in millionths of the bound, rounded up to three decimals', () => {
  expect(computeOptimality({ upperBound: 1_000_000n, boundBy: 'dual' }, 999_960n)).toEqual({
    upperBound: 1_000_000n,
    gapPpm: 40,
    boundBy: 'dual',
  })
  expect(computeOptimality({ upperBound: 3n * 10n ** 18n, boundBy: 'legs' }, 3n * 10n ** 18n - 1n)?.gapPpm).toBe(0.001)
  expect(computeOptimality({ upperBound: 7n, boundBy: 'dual' }, 7n)?.gapPpm).toBe(0)
})

test('returns undefined without a positive net output or a valid bound', () => {
  for (const [upperBound, worth] of [
    [100n, 0n],
    [100n, -5n],
    [100n, 101n],
    [-100n, -101n],
    [1n << 256n, 1n],
  ] as const)
    expect(computeOptimality({ upperBound, boundBy: 'dual' }, worth)).toBeUndefined()
  expect(toOptimality(undefined, 0, 1n)).toBeUndefined()
  expect(toOptimality(dual(Number.POSITIVE_INFINITY), 0, 1n)).toBeUndefined()
  expect(toOptimality(dual(Number.NaN), 0, 1n)).toBeUndefined()
})

test('subtracts the base gas from the bound and rounds the bound up', () => {
  expect(toOptimality(dual(1_000.2), 100, 900n)).toMatchObject({ upperBound: 902n })
  expect(toOptimality(dual(1e24), 1e12, 5n * 10n ** 23n)?.upperBound).toBe(BigInt(1e24) - 999_999_999_999n)
  fc.assert(
    fc.property(fc.bigInt(1n, 2n ** 120n), fc.integer({ min: 0, max: 1_000_000 }), (worth, gas) => {
      const bound = Number(worth) + gas
      const proven = toOptimality(dual(bound + bound * 1e-9 + 1), gas, worth)
      expect(proven?.upperBound).toBeGreaterThanOrEqual(worth)
      expect(proven?.gapPpm).toBeLessThanOrEqual(2_000_000)
    }),
  )
})
