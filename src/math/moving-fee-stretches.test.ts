import { expect, test } from 'vitest'
import type { Stretches } from '#domain/protocol'
import { type MovingCurve, movingStretches } from './moving-fee-stretches.ts'

/** What the stretches give for an input, and by how much more the pool may. */
function given({ roots, liquidity, slack = [] }: Stretches, sold: number): number {
  let [left, out, most] = [sold, 0, 0]
  for (const [k, depth] of liquidity.entries()) {
    const [begin = 0, end = 0] = roots.slice(k, k + 2)
    const whole = end === 0 ? Number.POSITIVE_INFINITY : depth * (1 / end - 1 / begin)
    if (depth > 0) out += depth * (begin - (left < whole ? 1 / (1 / begin + left / depth) : end))
    most = Math.max(most, slack[k] ?? 0)
    if (left < whole) return out + most
    left -= whole
  }
  return out + most
}

const reserve = 1e24
/** A fee of five percent that is no fee at one amount, and nearly all of it a thousandth beside. */
const peak = 0.7e23
const dip: MovingCurve = {
  give: (x) => (x * reserve) / (x + reserve),
  kept: (x) => 0.95 + 0.05 * Math.exp(-(((x - peak) / (peak / 1_000)) ** 2)),
  mostKept: (from, to) => (from <= peak && peak <= to ? 1 : Math.max(dip.kept(from), dip.kept(to))),
  gas: () => 100_000,
  rounding: 1,
}

test('the pool gives no more than the stretches say, also where a fee falls between two amounts', () => {
  const stretches = movingStretches(dip)
  for (const part of [1e-3, 0.1, 0.5, 0.999, 0.9999, 1, 1.0001, 1.001, 2, 10]) {
    const x = peak * part
    expect(dip.give(x) ?? 0).toBeGreaterThan(0)
    expect((dip.give(x) ?? 0) * dip.kept(x)).toBeLessThanOrEqual(given(stretches, x) * (1 + 1e-12))
  }
})

test('a fee that stands still leaves the pool as it is', () => {
  const still = { ...dip, kept: () => 0.997, mostKept: () => 0.997 }
  const stretches = movingStretches(still)
  for (const x of [1e20, 1e22, 3e23, 1e24]) {
    const exact = (still.give(x) ?? 0) * 0.997
    expect(given(stretches, x)).toBeGreaterThanOrEqual(exact * (1 - 1e-12))
    expect(given(stretches, x)).toBeLessThan(exact * (1 + 5e-5))
  }
})

test('where a larger trade pays more fee than it brings, nothing is bought for the rest', () => {
  const steep = {
    ...dip,
    kept: (x: number) => 1 - Math.min(0.9, x / reserve),
    mostKept: (from: number) => steep.kept(from),
  }
  const stretches = movingStretches(steep)
  expect(stretches.roots.at(-1)).toBe(0)
  expect(given(stretches, 1e26)).toBeGreaterThanOrEqual(0.171e24)
  expect(given(stretches, 1e26)).toBeLessThan(0.18e24)
})

test('a pool that gives nothing has no stretches', () => {
  expect(movingStretches({ ...dip, give: () => 0 })).toEqual({
    kept: 1,
    roots: [],
    liquidity: [],
    gas: [],
    whole: true,
  })
})
