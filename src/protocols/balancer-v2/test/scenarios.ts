import fc from 'fast-check'
import { anyFee, anyRate, anyWeights, balanceOf } from '#test/conformance/balancer/parts'
import type { Scenario, Side } from './fixture.ts'

const anySide = fc
  .tuple(fc.constantFrom(6, 8, 18), anyRate)
  .map(([decimals, [rate, laterRate]]) => ({ decimals, rate, laterRate, keepsRate: 10_000n }))

const sidesOf = (
  sides: readonly Omit<Side, 'balance' | 'weight'>[],
  worth: readonly bigint[],
  weights: readonly bigint[],
) => sides.map((side, i): Side => ({ ...side, balance: balanceOf(worth[i], side.decimals), weight: weights[i] ?? 0n }))

const anyWeighted: fc.Arbitrary<Scenario> = fc
  .tuple(fc.constantFrom(0, 1), anyWeights, anyFee)
  .chain(([kind, weights, swapFee]) => {
    const many = { minLength: weights.length, maxLength: weights.length }
    const worth = fc
      .bigInt({ min: 15n, max: 30n })
      .chain((digits) => fc.bigInt({ min: 10n ** 14n, max: 10n ** digits }))
    return fc
      .tuple(fc.array(anySide, many), fc.array(worth, many))
      .map(([sides, worths]) => ({ kind, amplification: 0n, swapFee, sides: sidesOf(sides, worths, weights) }))
  })

const anyStable: fc.Arbitrary<Scenario> = fc
  .tuple(
    fc.constantFrom(2, 3),
    fc.array(fc.tuple(anySide, fc.bigInt({ min: 1n, max: 2_000n })), { minLength: 2, maxLength: 5 }),
    fc.bigInt({ min: 16n, max: 28n }).chain((digits) => fc.bigInt({ min: 10n ** 15n, max: 10n ** digits })),
    fc.oneof(fc.bigInt({ min: 1n, max: 5_000n }), fc.bigInt({ min: 50n, max: 2_000n })),
    anyFee,
  )
  .map(([kind, sides, scale, amplification, swapFee]) => {
    const worths = sides.map(([, part]) => part * scale)
    const plain = sides.map(([side]) => side)
    return { kind, amplification, swapFee, sides: sidesOf(plain, worths, []) }
  })

export const anyScenario: fc.Arbitrary<Scenario> = fc.oneof(anyWeighted, anyStable)
