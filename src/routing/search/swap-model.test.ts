import { expect, test } from 'vitest'
import { createEdgeTable, writeEdge } from '#routing/index/edge-table'
import type { Candidate } from './candidates.ts'
import { createDualWorkspace } from './dual.ts'
import type { SearchEdge } from './search-graph.ts'
import type { Support } from './support.ts'
import {
  attachToModel,
  computeDecrease,
  computeShiftDecrease,
  createSwapModel,
  fitCandidates,
  fitModel,
  isAttached,
  removeFromModel,
} from './swap-model.ts'

const amount = 1_000

/** Constant-product pools of equal reserves: tokens in, out, reserve. Gas costs nothing. */
const pools = [
  [0, 1, 20_000],
  [0, 2, 15_000],
  [2, 1, 15_000],
  [0, 1, 8_000],
  [0, 3, 9_000],
  [3, 1, 9_000],
  [0, 2, 1_500],
  [2, 1, 1_200],
  [2, 1, 13_000],
  [2, 3, 60_000],
  [3, 1, 40_000],
] as const
const table = createEdgeTable(
  4,
  pools.map(([source, target], pool) => ({ source, target, pool })),
)
const edges: readonly SearchEdge[] = pools.map(([a, b, reserve], index) => {
  const curve = { feeFactor: 0.997, sqrtPrices: [1, 0], liquidity: [reserve], gas: [0], isComplete: true }
  writeEdge(table, index, curve, 0)
  return { edge: index, index, a, b, cost: 0, spot: 0.997, net: 0.997, isShared: false, pool: index }
})
const dual = createDualWorkspace(table, 4, pools.length)

/** The edges with these numbers at their best flow, and its output. */
function solve(numbers: readonly number[]): Support {
  const own = edges.filter((_, i) => numbers.includes(i))
  const prices = Float64Array.of(0.9, 1, 0.95, 0.95)
  const value = dual.solve(own, amount, prices)?.value ?? Number.NaN
  const gains = own.map(({ a, b }, i) => (prices[b] ?? 0) * (dual.y[i] ?? 0) - (prices[a] ?? 0) * (dual.x[i] ?? 0))
  return { edges: own, prices, gains, value, isWhole: true }
}

/** What adding an edge gains at most at a support's prices. */
function toCandidate(support: Support, number: number): Candidate {
  const edge = edges[number] as SearchEdge
  const [va, vb] = [support.prices[edge.a] ?? 0, support.prices[edge.b] ?? 0]
  const reserve = pools[number]?.[2] ?? 0
  const w = Math.sqrt(va / vb / 0.997)
  return { edges: [edge], gain: vb * reserve * (1 - w) - (va * reserve * (1 / w - 1)) / 0.997, prices: [] }
}

const without = (support: Support, removed: readonly number[]) =>
  support.edges.filter((_, i) => !removed.includes(i)).map(({ index }) => index)

test('estimates the change of small swaps within a tenth', () => {
  const support = solve([0, 1, 2, 3, 4, 5])
  const candidates = [6, 7].map((number) => toCandidate(support, number))
  const model = createSwapModel()
  fitModel(model, table, support)
  fitCandidates(model, table, support, candidates)
  for (const removed of [[], [3]]) {
    const loss = removed.reduce((sum, i) => sum + (support.gains[i] ?? 0), 0)
    expect(removeFromModel(model, removed)).toBe(true)
    candidates.forEach(({ edges: [edge], gain }, i) => {
      const exact = solve([...without(support, removed), edge?.index ?? -1]).value - support.value
      expect(isAttached(model, i)).toBe(true)
      const estimate = gain - loss - computeDecrease(model, i)
      expect(Math.abs(estimate / exact - 1)).toBeLessThan(0.1)
      expect(Math.abs((gain - loss) / exact - 1)).toBeGreaterThan(Math.abs(estimate / exact - 1))
    })
  }
})

test('estimates the change of two additions at once', () => {
  const support = solve([0, 1, 2, 4, 5])
  const candidates = [3, 6].map((number) => toCandidate(support, number))
  const model = createSwapModel()
  fitModel(model, table, support)
  fitCandidates(model, table, support, candidates)
  expect(removeFromModel(model, [])).toBe(true)
  const both = candidates.reduce((sum, { gain }) => sum + gain, 0)
  const exact = solve([0, 1, 2, 3, 4, 5, 6]).value - support.value
  attachToModel(model, 0)
  expect(Math.abs((both - computeDecrease(model, 1)) / exact - 1)).toBeLessThan(0.05)
  expect(Math.abs(both / exact - 1)).toBeGreaterThan(0.1)
  // as it is with the first one among the legs
  const wider = solve([0, 1, 2, 3, 4, 5])
  fitModel(model, table, wider)
  fitCandidates(model, table, wider, [toCandidate(wider, 6)])
  removeFromModel(model, [])
  const second = toCandidate(wider, 6).gain - computeDecrease(model, 0)
  expect(wider.value + second - support.value).toBeCloseTo(exact, 1)
})

test('estimates what it changes to move the only leg out of a token to another edge', () => {
  const support = solve([0, 1, 2, 4, 10])
  const model = createSwapModel()
  fitModel(model, table, support)
  removeFromModel(model, [])
  const leg = 2
  const [paid, given] = [model.legs.paid[leg] ?? 0, model.legs.given[leg] ?? 0]
  const x = 0.997 * (paid / (support.prices[2] ?? 0))
  for (const [number, d] of [
    [8, 1],
    [9, 3],
  ] as const) {
    const reserve = pools[number]?.[2] ?? 0
    const now = ((support.prices[d] ?? 0) * x * reserve) / (reserve + x)
    const decrease = computeShiftDecrease(model, { a: 2, b: 1, c: 2, d, paid, given, now })
    const exact = solve([0, 1, 4, 10, number]).value - support.value
    expect(Math.abs((now - given - decrease) / exact - 1)).toBeLessThan(0.1)
  }
})

test('nothing changes where a leg is swapped for itself', () => {
  const support = solve([0, 1, 2, 3, 6])
  const model = createSwapModel()
  fitModel(model, table, support)
  fitCandidates(model, table, support, [{ edges: [edges[3] as SearchEdge], gain: support.gains[3] ?? 0, prices: [] }])
  removeFromModel(model, [3])
  expect(model.decrease / 2).toBeGreaterThan(1e-3)
  expect(computeDecrease(model, 0)).toBeLessThan(1e-6)
})

test('a candidate at a token that went with the removed legs is not attached', () => {
  const support = solve([0, 1, 2, 4, 5])
  const model = createSwapModel()
  fitModel(model, table, support)
  fitCandidates(model, table, support, [
    { edges: [edges[6] as SearchEdge], gain: 1, prices: [] },
    { edges: [edges[3] as SearchEdge], gain: 1, prices: [] },
  ])
  removeFromModel(model, [1, 2])
  expect([0, 1].map((i) => isAttached(model, i))).toEqual([false, true])
})
