import { expect, test } from 'vitest'
import type { LiquiditySegments } from '#domain/pools/protocol'
import { type MovingFeeCurve, movingFeeToSegments } from './moving-fee.ts'

/** Output of the segments for an input, plus how much more the pool may give. */
function evaluateSegments({ sqrtPrices: roots, liquidity, slack = [] }: LiquiditySegments, sold: number): number {
  let [left, out, max] = [sold, 0, 0]
  for (const [k, depth] of liquidity.entries()) {
    const [begin = 0, end = 0] = roots.slice(k, k + 2)
    const whole = end === 0 ? Number.POSITIVE_INFINITY : depth * (1 / end - 1 / begin)
    if (depth > 0) out += depth * (begin - (left < whole ? 1 / (1 / begin + left / depth) : end))
    max = Math.max(max, slack[k] ?? 0)
    if (left < whole) return out + max
    left -= whole
  }
  return out + max
}

const reserve = 1e24
/** A fee of five percent that vanishes at one amount and is nearly back a thousandth away. */
const peak = 0.7e23
const dip: MovingFeeCurve = {
  give: (x) => (x * reserve) / (x + reserve),
  feeFactor: (x) => 0.95 + 0.05 * Math.exp(-(((x - peak) / (peak / 1_000)) ** 2)),
  maxFeeFactor: (from, to) => (from <= peak && peak <= to ? 1 : Math.max(dip.feeFactor(from), dip.feeFactor(to))),
  gas: () => 100_000,
  rounding: 1,
}

test('the pool gives no more than its segments, even if the fee falls between two amounts', () => {
  const stretches = movingFeeToSegments(dip)
  for (const part of [1e-3, 0.1, 0.5, 0.999, 0.9999, 1, 1.0001, 1.001, 2, 10]) {
    const x = peak * part
    expect(dip.give(x) ?? 0).toBeGreaterThan(0)
    expect((dip.give(x) ?? 0) * dip.feeFactor(x)).toBeLessThanOrEqual(evaluateSegments(stretches, x) * (1 + 1e-12))
  }
})

test('a constant fee gives the segments of the pool itself', () => {
  const still = { ...dip, feeFactor: () => 0.997, maxFeeFactor: () => 0.997 }
  const stretches = movingFeeToSegments(still)
  // the deeper into the pool, the less precisely; at 10^24 the price has fallen to a quarter
  const excess = new Map([
    [1e20, 8e-5],
    [1e22, 1.2e-4],
    [3e23, 5e-4],
    [1e24, 2e-3],
  ])
  for (const [x, most] of excess) {
    const exact = (still.give(x) ?? 0) * 0.997
    expect(evaluateSegments(stretches, x)).toBeGreaterThanOrEqual(exact * (1 - 1e-12))
    expect(evaluateSegments(stretches, x)).toBeLessThan(exact * (1 + most))
  }
})

test('if a larger trade pays more fee than it gains, the rest buys nothing', () => {
  const steep = {
    ...dip,
    feeFactor: (x: number) => 1 - Math.min(0.9, x / reserve),
    maxFeeFactor: (from: number) => steep.feeFactor(from),
  }
  const stretches = movingFeeToSegments(steep)
  expect(stretches.sqrtPrices.at(-1)).toBe(0)
  expect(evaluateSegments(stretches, 1e26)).toBeGreaterThanOrEqual(0.171e24)
  expect(evaluateSegments(stretches, 1e26)).toBeLessThan(0.18e24)
})

test('a pool without output has no segments', () => {
  expect(movingFeeToSegments({ ...dip, give: () => 0 })).toEqual({
    feeFactor: 1,
    sqrtPrices: [],
    liquidity: [],
    gas: [],
    isComplete: true,
  })
})
