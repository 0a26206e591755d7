import { expect, test } from 'vitest'
import type { Task } from '#routing/index/task'
import type { Incumbent } from '#routing/search/incumbent'
import { createWarmStartCache } from './warm-start.ts'

const limits = { maxHops: 4, maxSplits: 8, maxLegs: 24 }
const task = (amount: number, target = 1): Task => ({
  source: 0,
  target,
  amount,
  gasValue: 0,
  passedGas: 0,
  limits,
})
const found: Incumbent = { legs: [], prices: new Map(), net: 1, extra: [] }

test('recalls a result in the next block, not in its own', () => {
  const memory = createWarmStartCache()
  memory.keep(task(1e18), { found })
  expect(memory.recall(task(1e18))).toBeUndefined()
  memory.age()
  expect(memory.recall(task(1e18))?.found).toBe(found)
})

test('recalls the result of the nearest amount of the same pair only', () => {
  const memory = createWarmStartCache()
  const larger = { ...found, net: 4 }
  memory.keep(task(1e18), { found })
  memory.keep(task(4e18), { found: larger })
  memory.age()
  expect([1e-3, 0.3, 1.1, 4, 15, 1e3].map((part) => memory.recall(task(part * 1e18))?.found.net)).toEqual([
    1, 1, 1, 4, 4, 4,
  ])
  for (const other of [task(1e18, 2), task(1e25), task(1e10)]) expect(memory.recall(other)).toBeUndefined()
})

test('recalls within equal limits only; scales gaps down with the amount, never up', () => {
  const memory = createWarmStartCache()
  memory.keep(task(1e18), { found, lastGap: 8, coldStartGap: 16 })
  memory.age()
  for (const other of [{ maxHops: 3 }, { maxSplits: 20 }, { maxLegs: 8 }])
    expect(memory.recall({ ...task(1e18), limits: { ...limits, ...other } })).toBeUndefined()
  expect(memory.recall(task(1e18))).toEqual({ found, lastGap: 8, coldStartGap: 16 })
  expect(memory.recall(task(4e18))).toEqual({ found, lastGap: 8, coldStartGap: 16 })
  expect(memory.recall(task(1e18 / 64))).toEqual({ found, lastGap: 1 / 8, coldStartGap: 1 / 4 })
})

test('evicts the least recently requested pairs first', () => {
  const memory = createWarmStartCache()
  for (let pair = 0; pair < 2_000; pair += 1) memory.keep(task(1e18, pair), { found })
  memory.age()
  for (const pair of [0, 2_000]) memory.keep(task(1e18, pair), { found })
  memory.age()
  expect([0, 1, 2, 2_000].map((pair) => memory.recall(task(1e18, pair)) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
  ])
})
