import { expect, test } from 'vitest'
import type { Task } from '#routing/index/task'
import type { Certificate } from '#routing/proof/certify'
import type { Incumbent } from '#routing/search/incumbent'
import { createWarmStartCache, rememberOutcome, type SearchOutcome } from './warm-start.ts'

const limits = { maxHops: 4, maxSplits: 8, maxLegs: 24 }
const task: Task = { source: 0, target: 1, amount: 1e18, gasValue: 0, passedGas: 0, limits }
const found: Incumbent = { legs: [], prices: new Map(), net: 1e6, extra: [] }

const certificateWithGap = (open: number): Certificate => ({
  upperBound: found.net + open,
  boundBy: 'dual',
  boundWithoutLegLimit: found.net + open,
  rootBound: found.net + open,
  byClasses: false,
  prices: new Map(),
  legs: undefined,
})

/** The gap remembered after blocks with these gaps, each route found by the given means. */
function findGapAfter(by: SearchOutcome['by'], opens: readonly number[]): number | undefined {
  const memory = createWarmStartCache()
  for (const open of opens) {
    rememberOutcome({ cache: memory }, task, {
      by,
      last: memory.recall(task),
      found,
      certificate: certificateWithGap(open),
      optimum: undefined,
    })
    memory.age()
  }
  return memory.recall(task)?.lastGap
}

test('the gap of a proof or a climb never raises the stored gap, so small losses do not accumulate over blocks', () => {
  expect(findGapAfter('proof', [100, 110, 120])).toBe(100)
  expect(findGapAfter('climb', [100, 110, 120])).toBe(100)
  expect(findGapAfter('climb', [100, 80, 120])).toBe(80)
})

test('a full search replaces the stored gap', () => {
  expect(findGapAfter('search', [100, 110, 120])).toBe(120)
})
