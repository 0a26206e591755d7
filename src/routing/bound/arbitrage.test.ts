import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Stretches } from '#domain/protocol'
import { openBook, writeEdge } from '#routing/book/book'
import { emptySale, sell } from '#routing/book/edge'
import { openPairs } from '#routing/book/pairs'
import { openPrices } from '#routing/book/prices'
import { arbitrage } from './arbitrage.ts'
import { findSpecialEdges, openScope, type Scope } from './scope.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? 20_261_121)
const golden = (Math.sqrt(5) - 1) / 2

/** One pool between two tokens; of the sold one there is so much at the most. */
function scopeOf(stretches: Stretches, most: number): Scope {
  const book = openBook(2, [{ from: 0, to: 1, pool: 0 }])
  writeEdge(book, 0, stretches, 100_000)
  const pairs = openPairs(book)
  const ground = { book, pairs, prices: openPrices(book, pairs, undefined, 0) }
  const limits = { maxHops: 3, maxSplits: 4, maxLegs: 8 }
  const task = { source: 0, target: 1, amount: most, gasValue: 0, passedGas: 0, limits }
  const flows = { most: Float64Array.of(most, 0), reached: [0, 1], branches: [0] }
  return openScope(ground, task, { ...flows, special: findSpecialEdges(ground) })
}

const stretches = fc
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
  .map(({ kept, root, steps, isEndless }): Stretches => {
    const roots = [root]
    for (const { fall } of steps) roots.push((roots.at(-1) ?? root) * fall)
    if (isEndless) roots[steps.length] = 0
    const liquidity = steps.map(({ depth }, i) => (isEndless && i === steps.length - 1 ? Math.max(depth, 1e6) : depth))
    return { kept, roots, liquidity, gas: steps.map(() => 0), whole: true }
  })

/** By trying amounts. */
function gainByTrying({ ground: { book } }: Scope, most: number, sellingAt: number, buyingAt: number): number {
  const sale = emptySale()
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

test(`the closed form is what trying amounts finds, never less (seed ${seed})`, () => {
  const limit = fc.double({ min: 1, max: 14, noNaN: true }).map((e) => 10 ** e)
  const price = fc.double({ min: -3, max: 3, noNaN: true }).map(Math.exp)
  const rate = fc.double({ min: -0.2, max: 0.8, noNaN: true })
  fc.assert(
    fc.property(stretches, limit, price, rate, (drawn, most, buyingAt, below) => {
      const scope = scopeOf(drawn, most)
      const spot = scope.ground.book.spot[0] ?? 0
      const sellingAt = buyingAt * spot * (1 - below)
      const tried = gainByTrying(scope, most, sellingAt, buyingAt)
      const closed = arbitrage(scope, 0, sellingAt, buyingAt)
      // floats lose parts of what stands behind a price, which may be far more than what is traded
      const behind = Math.max(...drawn.liquidity) * (drawn.roots[0] ?? 0)
      const scale = buyingAt * (spot * Math.min(most, 1e13) + behind)
      expect(closed).toBeGreaterThanOrEqual(tried - 1e-13 * scale)
      expect(closed).toBeLessThanOrEqual(tried * (1 + 1e-6) + 1e-12 * scale)
    }),
    { numRuns: 2_000, seed },
  )
})

test('what a sampled pool may give beyond its stretches counts, even where its price is refused', () => {
  const drawn: Stretches = {
    kept: 1,
    roots: [1, 0.9, 0.8, 0.7, 0.6],
    liquidity: [1e9, 0, 1e9, 0],
    gas: [0, 0, 0, 0],
    slack: [5, 5, 70, 70],
    whole: true,
  }
  const scope = scopeOf(drawn, 1e15)
  const plain = scopeOf({ ...drawn, slack: [0, 0, 0, 0] }, 1e15)
  expect(arbitrage(scope, 0, 1.1, 1)).toBe(70) // the next stretch, a gap away, may be where its best trade stands
  expect(arbitrage(scope, 0, 0.7, 2) - arbitrage(plain, 0, 0.7, 2)).toBeCloseTo(140, 4)
  expect(arbitrage(plain, 0, 1.1, 1)).toBe(0)
})

test('a token that costs nothing is sold up to its limit', () => {
  const scope = scopeOf({ kept: 1, roots: [1, 0.5], liquidity: [1e6], gas: [0], whole: true }, 1e3)
  expect(arbitrage(scope, 0, 0, 2)).toBeCloseTo(2 * sell(scope.ground.book, 0, 1e3, emptySale()), 6)
  expect(arbitrage(scopeOf({ kept: 1, roots: [1, 0.5], liquidity: [1e6], gas: [0], whole: true }, 1e9), 0, 0, 2)).toBe(
    1e6,
  )
})
