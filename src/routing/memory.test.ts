import { expect, test } from 'vitest'
import { openMemory } from './memory.ts'
import type { Found } from './search/found.ts'
import type { Task } from './search/task.ts'

const limits = { maxHops: 4, maxSplits: 8, maxLegs: 24 }
const task = (amount: number, target = 1): Task => ({
  source: 0,
  target,
  amount,
  gasValue: 0,
  passedGas: 0,
  limits,
})
const found: Found = { legs: [], prices: new Map(), net: 1, extra: [] }

test('what was found is recalled a block later, not in its own', () => {
  const memory = openMemory()
  memory.keep(task(1e18), { found })
  expect(memory.recall(task(1e18))).toBeUndefined()
  memory.age()
  expect(memory.recall(task(1e18))?.found).toBe(found)
})

test('for about the same amount of the same pair, else for the one nearest to it, and no other pair', () => {
  const memory = openMemory()
  const larger = { ...found, net: 4 }
  memory.keep(task(1e18), { found })
  memory.keep(task(4e18), { found: larger })
  memory.age()
  expect([1e-3, 0.3, 1.1, 4, 15, 1e3].map((part) => memory.recall(task(part * 1e18))?.found.net)).toEqual([
    1, 1, 1, 4, 4, 4,
  ])
  for (const other of [task(1e18, 2), task(1e25), task(1e10)]) expect(memory.recall(other)).toBeUndefined()
})

test('within the same limits only; of less than was asked, less was left open, of more no more', () => {
  const memory = openMemory()
  memory.keep(task(1e18), { found, open: 8, openAnew: 16 })
  memory.age()
  for (const other of [{ maxHops: 3 }, { maxSplits: 20 }, { maxLegs: 8 }])
    expect(memory.recall({ ...task(1e18), limits: { ...limits, ...other } })).toBeUndefined()
  expect(memory.recall(task(1e18))).toEqual({ found, open: 8, openAnew: 16 })
  expect(memory.recall(task(4e18))).toEqual({ found, open: 8, openAnew: 16 })
  expect(memory.recall(task(1e18 / 64))).toEqual({ found, open: 1 / 8, openAnew: 1 / 4 })
})

test('what was not asked for the longest is forgotten first', () => {
  const memory = openMemory()
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
