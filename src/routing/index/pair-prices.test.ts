import { expect, test } from 'vitest'
import type { LiquiditySegments } from '#domain/pools/protocol'
import { createEdgeTable, writeEdge } from './edge-table.ts'
import { buildPairGraph, sortPair } from './pair-graph.ts'
import { createPairPrices, getNetPrices, pricePair } from './pair-prices.ts'

/** A constant product with so much of either token. */
const poolOf = (depth: number): LiquiditySegments => ({
  feeFactor: 1,
  sqrtPrices: [1, 0],
  liquidity: [depth],
  gas: [100_000],
  isComplete: true,
})
/** The price at which arbitrage over such a pool just pays a cost: L (1 − w)² = cost. */
const netOf = (depth: number, cost: number) => (1 - Math.sqrt(cost / depth)) ** 2

const [native, other] = [0, 1]
const levels = [1, 2, 3] as const
const costs = [0, 4e15, 4e16, 4e17]

function createMarket(depth: number) {
  const book = createEdgeTable(2, [
    { source: other, target: native, pool: 0 },
    { source: native, target: other, pool: 0 },
  ])
  for (const edge of [0, 1]) writeEdge(book, edge, poolOf(depth), 0)
  const pairs = buildPairGraph(book)
  const prices = createPairPrices(book, pairs, native, 0)
  const pair = pairs.find(other, native) ?? -1
  const change = (now: number) => {
    writeEdge(book, 0, poolOf(now), 0)
    sortPair(book, pairs, pair)
    return pricePair(book, pairs, prices, pair)
  }
  return { prices, change, pair, at: (level: number) => getNetPrices(book, pairs, prices, level)[pair] }
}

test('a price net of a cost is computed when it is asked for, and current from then on', () => {
  const { prices, change, pair, at } = createMarket(100e18)
  expect(prices.net.map((list) => list.length)).toEqual([2, 0, 0, 0])
  expect(prices.net[0]?.[pair]).toBe(1)
  for (const level of levels) expect(at(level)).toBeCloseTo(netOf(100e18, costs[level] ?? 0), 12)
  expect(change(400e18)).toBe(true)
  expect(at(3)).toBeCloseTo(0.93775, 5)
  expect(change(25e18)).toBe(false)
  expect(at(3)).toBeCloseTo(0.76302, 5)
})

test('a price asked for later is the one it would be if asked for before the last change', () => {
  const [early, late] = [createMarket(100e18), createMarket(100e18)]
  for (const level of levels) early.at(level)
  for (const market of [early, late]) market.change(30e18)
  for (const level of levels) expect(late.at(level)).toBe(early.at(level))
})
