import { expect, test } from 'vitest'
import { createNewtonMethod } from './damped-newton.ts'

const tuning = { maxStepLength: 0.5, maxBacktracks: 14, backtrackFactor: 0.35, fallingSlopePart: 1e-9, ridge: 1e-13 }

/** a p + b / p for each price, and a term that couples the first two: lowest at √(b / a) without it. */
function createProblem(coupling: number) {
  const newton = createNewtonMethod(3, tuning)
  const { gradient, hessian } = newton
  const [as, bs] = [
    [1, 4, 2],
    [9, 1, 8],
  ]
  let evaluations = 0
  const valueAt = (prices: Float64Array): number => {
    evaluations += 1
    hessian.fill(0)
    let value = 0
    prices.forEach((p, i) => {
      const [rising, falling] = [(as[i] ?? 0) * p, (bs[i] ?? 0) / p]
      value += rising + falling
      gradient[i] = rising - falling
      hessian[3 * i + i] = rising + falling
    })
    const product = coupling * (prices[0] ?? 0) * (prices[1] ?? 0)
    for (const at of [0, 1]) {
      gradient[at] = (gradient[at] ?? 0) + product
      hessian[4 * at] = (hessian[4 * at] ?? 0) + product
    }
    hessian[3] = product
    return value + product
  }
  return { newton, valueAt, count: () => evaluations }
}

const run = { size: 3, fixed: -1, maxSteps: 30, precision: 1e-12, solvedPrecision: 1e-9 }

test('finds the minimum from far away, with steps no longer than the limit', () => {
  const { newton, valueAt, count } = createProblem(0)
  const prices = Float64Array.of(1e-3, 50, 2)
  const result = newton.minimize(valueAt, prices, run)
  expect(result?.isSolved).toBe(true)
  expect(result?.value).toBeCloseTo(6 + 4 + 8, 9)
  for (const [i, best] of [3, 0.5, 2].entries()) expect(prices[i]).toBeCloseTo(best, 5)
  expect(count()).toBeGreaterThan(Math.log(3 / 1e-3) / 0.5)
})

test('leaves a fixed price as it is, and takes the others to their minimum around it', () => {
  const { newton, valueAt } = createProblem(1)
  const prices = Float64Array.of(1, 2, 1)
  newton.minimize(valueAt, prices, { ...run, fixed: 1 })
  expect(prices[1]).toBe(2)
  expect(prices[0]).toBeCloseTo(Math.sqrt(9 / (1 + 2)), 5)
  expect(prices[2]).toBeCloseTo(2, 5)
})

test('gives up before the next step once the minimum is of no use', () => {
  const { newton, valueAt, count } = createProblem(0)
  let asked = 0
  const isHopeless = () => {
    asked += 1
    return asked === 3
  }
  expect(newton.minimize(valueAt, Float64Array.of(1e-3, 50, 2), { ...run, isHopeless })).toBeUndefined()
  expect(count()).toBe(3)
})

test('says that it has stalled where no step lowers the function', () => {
  const { newton } = createProblem(0)
  const { gradient, hessian } = newton
  const upwards = () => {
    gradient.fill(1)
    hessian.fill(0)
    for (const i of [0, 4, 8]) hessian[i] = 1
    return 1
  }
  expect(newton.minimize(upwards, Float64Array.of(1, 1, 1), run)).toEqual({
    value: 1,
    isSolved: false,
    hasStalled: true,
  })
})
