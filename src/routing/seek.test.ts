import { expect, test } from 'vitest'
import type { Certificate } from './bound/certify.ts'
import { openMemory } from './memory.ts'
import type { Found } from './search/found.ts'
import type { Task } from './search/task.ts'
import { remember, type Sought } from './seek.ts'

const limits = { maxHops: 4, maxSplits: 8, maxLegs: 24 }
const task: Task = { source: 0, target: 1, amount: 1e18, gasValue: 0, passedGas: 0, limits }
const found: Found = { legs: [], prices: new Map(), net: 1e6, extra: [] }

const leaving = (open: number): Certificate => ({
  upperBound: found.net + open,
  boundBy: 'dual',
  uncapped: found.net + open,
  unasked: found.net + open,
  byClasses: false,
  prices: new Map(),
  legs: undefined,
})

/** What counts as left open after blocks in which so much was, the route being found as said. */
function markedAfter(by: Sought['by'], opens: readonly number[]): number | undefined {
  const memory = openMemory()
  for (const open of opens) {
    remember({ memory }, task, {
      by,
      last: memory.recall(task),
      found,
      certificate: leaving(open),
      searched: undefined,
    })
    memory.age()
  }
  return memory.recall(task)?.open
}

test('what a proof or a climb leaves open never raises the mark, so that little does not add up over blocks', () => {
  expect(markedAfter('proof', [100, 110, 120])).toBe(100)
  expect(markedAfter('climb', [100, 110, 120])).toBe(100)
  expect(markedAfter('climb', [100, 80, 120])).toBe(80)
})

test('a whole search sets it anew', () => {
  expect(markedAfter('search', [100, 110, 120])).toBe(120)
})
