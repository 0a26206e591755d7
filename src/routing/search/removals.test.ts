import { expect, test } from 'vitest'
import type { CoreEdge } from './core.ts'
import { enough, removalsOf } from './removals.ts'
import { connected } from './shape.ts'
import type { Support } from './support.ts'

const leg = (index: number, a: number, b: number): CoreEdge => ({
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

/** Straight from 0 to 1, by 2, and by 3 with two ways on; the last leg of a way gains all, as the dearest one does. */
const legs = [leg(0, 0, 1), leg(1, 0, 2), leg(2, 2, 1), leg(3, 0, 3), leg(4, 3, 1), leg(5, 3, 4), leg(6, 4, 1)]
const support: Support = {
  edges: legs,
  prices: new Float64Array(5),
  gains: [9, 0.1, 4, 0.2, 5, 0, 1],
  value: 100,
  isWhole: true,
}

test('a leg goes with all that hangs on it, and each such way once', () => {
  const gone = removalsOf(support, 2).map((removal) => removal.gone)
  expect(gone).toHaveLength(5)
  expect(gone).toEqual(expect.arrayContaining([[0], [1, 2], [4], [5, 6], [3, 4, 5, 6]]))
  for (const positions of gone) {
    const rest = legs.filter((_, i) => !positions.includes(i))
    expect(connected(rest)).toEqual(rest)
  }
})

test('what is lost for a leg less counts, not what one leg seems to gain', () => {
  expect(removalsOf(support, 1).map(({ loss }) => loss)).toEqual([1, 4.1, 5, 6.2, 9])
  expect(removalsOf(support, 2)[0]).toMatchObject({ gone: [5, 6], loss: 1 })
})

test('as many go as a route is over its limits, in legs and in ways', () => {
  const order = removalsOf(support, 2)
  expect(enough(order, { legs: 2, ways: 1 })).toEqual({ gone: [5, 6], loss: 1 })
  expect(enough(order, { legs: 2, ways: 2 })).toEqual({ gone: [5, 6, 1, 2], loss: 5.1 })
  expect(enough(order, { legs: 8, ways: 1 })).toBeUndefined()
})
