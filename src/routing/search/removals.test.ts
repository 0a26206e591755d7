import { expect, test } from 'vitest'
import { rankRemovals, selectRemovals } from './removals.ts'
import { keepConnected } from './route-shape.ts'
import type { SearchEdge } from './search-graph.ts'
import type { Support } from './support.ts'

const leg = (index: number, a: number, b: number): SearchEdge => ({
  edge: index,
  index,
  a,
  b,
  cost: 0,
  spot: 1,
  net: 1,
  isShared: false,
  pool: index,
})

/**
 * Legs from 0 to 1 directly, through 2, and through 3 with two continuations; a path's last leg carries all its gain.
 */
const legs = [leg(0, 0, 1), leg(1, 0, 2), leg(2, 2, 1), leg(3, 0, 3), leg(4, 3, 1), leg(5, 3, 4), leg(6, 4, 1)]
const support: Support = {
  edges: legs,
  prices: new Float64Array(5),
  gains: [9, 0.1, 4, 0.2, 5, 0, 1],
  value: 100,
  isWhole: true,
}

test('removes a leg together with its dependents, each such set once', () => {
  const gone = rankRemovals(support, 2).map((removal) => removal.removed)
  expect(gone).toHaveLength(5)
  expect(gone).toEqual(expect.arrayContaining([[0], [1, 2], [4], [5, 6], [3, 4, 5, 6]]))
  for (const positions of gone) {
    const rest = legs.filter((_, i) => !positions.includes(i))
    expect(keepConnected(rest)).toEqual(rest)
  }
})

test('ranks by the loss per leg removed, not by the gain of a single leg', () => {
  expect(rankRemovals(support, 1).map(({ loss }) => loss)).toEqual([1, 4.1, 5, 6.2, 9])
  expect(rankRemovals(support, 2)[0]).toMatchObject({ removed: [5, 6], loss: 1 })
})

test('selects enough removals to meet the limits on legs and paths', () => {
  const order = rankRemovals(support, 2)
  expect(selectRemovals(order, { legs: 2, pathCount: 1 })).toEqual({ removed: [5, 6], loss: 1 })
  expect(selectRemovals(order, { legs: 2, pathCount: 2 })).toEqual({ removed: [5, 6, 1, 2], loss: 5.1 })
  expect(selectRemovals(order, { legs: 8, pathCount: 1 })).toBeUndefined()
})
