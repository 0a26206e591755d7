import fc from 'fast-check'
import { expect, test } from 'vitest'
import { q96 } from '#math/integers/full-math'
import { stepShortOfTarget, stepToTarget } from '#math/ticks/swap-step'

const wad = 10n ** 18n

test("a step capped at its target equals the contract's test case", () => {
  const target = 79623317895830914510639640423n // √1.01
  const step = stepToTarget(q96, target, 2n * wad, 600n)
  expect(step).toEqual({ sold: 9975124224178055n + 5988667735148n, bought: 9925619580021728n })
})

test("a step that spends its input equals the contract's test case", () => {
  const step = stepShortOfTarget(q96, 2n * wad, wad, 600n, false)
  expect(step.bought).toBe(666399946655997866n)
})

const price = fc.bigInt({ min: 4295128739n, max: 1461446703485210103287273052203988822378723970341n })
const liquidity = fc.bigInt({ min: 1n, max: (1n << 128n) - 1n })
const fee = fc.bigInt({ min: 0n, max: 999_999n })

test('`sold` is the smallest input that reaches the target: one less ends before it', () => {
  fc.assert(
    fc.property(price, price, liquidity, fee, (from, to, l, f) => {
      fc.pre(from !== to)
      const { sold, bought } = stepToTarget(from, to, l, f)
      const short = stepShortOfTarget(from, l, sold - 1n, f, to < from)
      expect(to < from ? short.sqrtPriceX96 > to : short.sqrtPriceX96 < to).toBe(true)
      expect(short.bought).toBeLessThanOrEqual(bought)
    }),
    { numRuns: 2_000 },
  )
})
