import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMinAmount, maxAmountIn } from './min-amount.ts'

/** A two-reserve pool that takes amounts within limits, as contracts do. */
const pool = (x: bigint, y: bigint, from: bigint, to: bigint) => (amountIn: bigint) =>
  amountIn < from || amountIn > to ? undefined : (y * amountIn) / (x + amountIn)

const size = fc.bigInt(1n, 2n ** 110n)

test('finds an amount that buys enough when one unit less does not, from any start', () => {
  fc.assert(
    fc.property(size, size, size, size, fc.integer({ min: 1, max: 120 }), (x, y, start, cut, digits) => {
      const most = 1n << BigInt(digits)
      const near = (start % most) + 1n
      const buys = pool(x, y, (near * (cut % 100n)) / 100n, most)
      const wanted = (cut % ((y * most) / (x + most) + 1n)) + 1n
      const least = findMinAmount(buys, wanted, near)
      if (least === undefined) expect(buys(most - most / 500_000n) ?? 0n).toBeLessThan(wanted)
      else expect([(buys(least) ?? 0n) >= wanted, (buys(least - 1n) ?? 0n) >= wanted]).toEqual([true, false])
    }),
    { numRuns: 2_000 },
  )
})

test('returns undefined if no amount buys enough', () => {
  expect(findMinAmount((n) => (n < 1_000n ? n / 2n : undefined), 500n, 10n)).toBeUndefined()
  expect(findMinAmount((n) => (n < 1_000n ? n / 2n : undefined), 499n, 10n)).toBe(998n)
  expect(findMinAmount((n) => (n > 99n ? 99n : n), 100n, 10n)).toBeUndefined()
  expect(findMinAmount((n) => n, maxAmountIn, 10n)).toBe(maxAmountIn)
  expect(findMinAmount((n) => n, maxAmountIn + 1n, 10n)).toBeUndefined()
})

test('needs fewer than 70 evaluations from a near start', () => {
  let asked = 0
  const counted = (amountIn: bigint) => {
    asked += 1
    return amountIn / 3n
  }
  expect(findMinAmount(counted, 10n ** 24n, 3n * 10n ** 24n + 7n)).toBe(3n * 10n ** 24n)
  expect(asked).toBeLessThan(70)
})
