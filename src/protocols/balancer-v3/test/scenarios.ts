import fc from 'fast-check'
import { anyFee, anyRate, anyWeights, balanceOf } from '#test/conformance/balancer/parts'
import type { Scenario, Side } from './fixture.ts'

const anySide = fc
  .tuple(fc.constantFrom(6, 8, 18), anyRate, fc.boolean())
  .map(([decimals, [rate, laterRate], paysYieldFees]) => ({ decimals, rate, laterRate, paysYieldFees }))

const sidesOf = (
  sides: readonly Omit<Side, 'balance' | 'weight'>[],
  worth: readonly bigint[],
  weights: readonly bigint[],
) => sides.map((side, i): Side => ({ ...side, balance: balanceOf(worth[i], side.decimals), weight: weights[i] ?? 0n }))

const anyWeighted: fc.Arbitrary<Scenario> = fc.tuple(anyWeights, anyFee).chain(([weights, swapFee]) => {
  const many = { minLength: weights.length, maxLength: weights.length }
  const worth = fc.bigInt({ min: 15n, max: 30n }).chain((digits) => fc.bigInt({ min: 10n ** 14n, max: 10n ** digits }))
  return fc
    .tuple(fc.array(anySide, many), fc.array(worth, many))
    .map(([sides, worths]) => ({ amplification: 0n, swapFee, sides: sidesOf(sides, worths, weights) }))
})

/** Uneven by up to a factor of 2,000; the effect of a rate is added. */
const anyStable: fc.Arbitrary<Scenario> = fc
  .tuple(
    fc.array(fc.tuple(anySide, fc.bigInt({ min: 1n, max: 2_000n })), { minLength: 2, maxLength: 5 }),
    fc.bigInt({ min: 16n, max: 28n }).chain((digits) => fc.bigInt({ min: 10n ** 15n, max: 10n ** digits })),
    fc.oneof(fc.bigInt({ min: 1n, max: 50_000n }), fc.bigInt({ min: 50n, max: 2_000n })),
    anyFee,
  )
  .map(([sides, scale, amplification, swapFee]) => {
    const worths = sides.map(([, part]) => part * scale)
    const plain = sides.map(([side]) => side)
    return { amplification, swapFee, sides: sidesOf(plain, worths, []) }
  })

export const anyScenario: fc.Arbitrary<Scenario> = fc.oneof(anyWeighted, anyStable)
