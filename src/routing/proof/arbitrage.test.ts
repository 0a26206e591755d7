import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiquiditySegments } from '#domain/pools/protocol'
import { createSellResult, sell } from '#routing/index/edge'
import { createEdgeTable, writeEdge } from '#routing/index/edge-table'
import { buildPairGraph } from '#routing/index/pair-graph'
import { createPairPrices } from '#routing/index/pair-prices'
import { computeArbitrage } from './arbitrage.ts'
import { createScope, findSpecialEdges, type Scope } from './scope.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? 20_261_121)
const golden = (Math.sqrt(5) - 1) / 2

/** One pool between two tokens; at most `most` of the input token can be sold. */
function createTestScope(stretches: LiquiditySegments, most: number): Scope {
  const book = createEdgeTable(2, [{ source: 0, target: 1, pool: 0 }])
  writeEdge(book, 0, stretches, 100_000)
  const pairs = buildPairGraph(book)
  const index = { book, pairs, prices: createPairPrices(book, pairs, undefined, 0) }
  const limits = { maxHops: 3, maxSplits: 4, maxLegs: 8 }
  const task = { source: 0, target: 1, amount: most, gasValue: 0, passedGas: 0, limits }
  const flows = { max: Float64Array.of(most, 0), reached: [0, 1], branches: [0] }
  return createScope(index, task, { ...flows, special: findSpecialEdges(index) })
}

const segmentsArb = fc
  .record({
    kept: fc.double({ min: 0.99, max: 1, noNaN: true }),
    root: fc.double({ min: 0.01, max: 100, noNaN: true }),
    steps: fc.array(
      fc.record({
        fall: fc.double({ min: 0.5, max: 0.999, noNaN: true }),
        depth: fc.oneof(fc.constant(0), fc.double({ min: 1e6, max: 1e12, noNaN: true })),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    isEndless: fc.boolean(),
  })
  .map(({ kept, root, steps, isEndless }): LiquiditySegments => {
    const roots = [root]
    for (const { fall } of steps) roots.push((roots.at(-1) ?? root) * fall)
    if (isEndless) roots[steps.length] = 0
    const liquidity = steps.map(({ depth }, i) => (isEndless && i === steps.length - 1 ? Math.max(depth, 1e6) : depth))
    return { feeFactor: kept, sqrtPrices: roots, liquidity, gas: steps.map(() => 0), isComplete: true }
  })

/** The largest gain by trying amounts. */
function findGainByTrying({ index: { book } }: Scope, most: number, sellingAt: number, buyingAt: number): number {
  const sale = createSellResult()
  const gain = (x: number) => {
    const out = sell(book, 0, x, sale)
    return buyingAt * (out === -1 ? (book.columns.bought[book.last[0] ?? 0] ?? 0) : out) - sellingAt * x
  }
  let [low, high] = [Math.log(1e-3), Math.log(most)]
  for (let step = 0; step < 120; step += 1) {
    const [left, right] = [high - golden * (high - low), low + golden * (high - low)]
    if (gain(Math.exp(left)) < gain(Math.exp(right))) low = left
    else high = right
  }
  return Math.max(0, gain(most), gain(Math.exp((low + high) / 2)))
}

test(`the closed form equals the gain found by trying amounts and is never lower (seed ${seed})`, () => {
  const limit = fc.double({ min: 1, max: 14, noNaN: true }).map((e) => 10 ** e)
  const price = fc.double({ min: -3, max: 3, noNaN: true }).map(Math.exp)
  const rate = fc.double({ min: -0.2, max: 0.8, noNaN: true })
  fc.assert(
    fc.property(segmentsArb, limit, price, rate, (drawn, most, buyingAt, below) => {
      const scope = createTestScope(drawn, most)
      const spot = scope.index.book.spot[0] ?? 0
      const sellingAt = buyingAt * spot * (1 - below)
      const tried = findGainByTrying(scope, most, sellingAt, buyingAt)
      const closed = computeArbitrage(scope, 0, sellingAt, buyingAt)
      // floats lose part of the liquidity behind a price, which may far exceed what is traded
      const behind = Math.max(...drawn.liquidity) * (drawn.sqrtPrices[0] ?? 0)
      const scale = buyingAt * (spot * Math.min(most, 1e13) + behind)
      expect(closed).toBeGreaterThanOrEqual(tried - 1e-13 * scale)
      expect(closed).toBeLessThanOrEqual(tried * (1 + 1e-6) + 1e-12 * scale)
    }),
    { numRuns: 2_000, seed },
  )
})

test('counts the slack of a sampled pool even above its spot price', () => {
  const drawn: LiquiditySegments = {
    feeFactor: 1,
    sqrtPrices: [1, 0.9, 0.8, 0.7, 0.6],
    liquidity: [1e9, 0, 1e9, 0],
    gas: [0, 0, 0, 0],
    slack: [5, 5, 70, 70],
    isComplete: true,
  }
  const scope = createTestScope(drawn, 1e15)
  const plain = createTestScope({ ...drawn, slack: [0, 0, 0, 0] }, 1e15)
  expect(computeArbitrage(scope, 0, 1.1, 1)).toBe(70) // its best trade may be in the next segment, beyond the gap
  expect(computeArbitrage(scope, 0, 0.7, 2) - computeArbitrage(plain, 0, 0.7, 2)).toBeCloseTo(140, 4)
  expect(computeArbitrage(plain, 0, 1.1, 1)).toBe(0)
})

test('sells a token with price 0 up to its flow limit', () => {
  const scope = createTestScope(
    { feeFactor: 1, sqrtPrices: [1, 0.5], liquidity: [1e6], gas: [0], isComplete: true },
    1e3,
  )
  expect(computeArbitrage(scope, 0, 0, 2)).toBeCloseTo(2 * sell(scope.index.book, 0, 1e3, createSellResult()), 6)
  expect(
    computeArbitrage(
      createTestScope({ feeFactor: 1, sqrtPrices: [1, 0.5], liquidity: [1e6], gas: [0], isComplete: true }, 1e9),
      0,
      0,
      2,
    ),
  ).toBe(1e6)
})
