/** Results by pair, from which searches in later blocks start. */
import type { Incumbent } from '#routing/search/incumbent'
import type { Task } from '#routing/search/task'

export interface WarmStartCache {
  /**
   * The result of an earlier block for about this amount, or the nearest amount stored, under the same limits. Results
   * within a block are independent of each other, so those of the current block are ignored.
   */
  recall(task: Task): WarmStart | undefined
  keep(task: Task, remembered: WarmStart): void
  /** Starts the next block: the results stored until now become recallable. */
  age(): void
}

export interface WarmStart extends GapHistory {
  readonly found: Incumbent
}

/**
 * Proven gaps, in the output token. `coldStartGap`: after the last cold start, or the largest since if restarts found
 * nothing better. `lastGap`: after the last search that continued from there. Absent if there was none.
 */
export interface GapHistory {
  readonly coldStartGap?: number | undefined
  readonly lastGap?: number | undefined
}

/** Limit on stored pairs and sizes; the least recently requested are evicted first. */
const maxEntries = 2_000

export function createWarmStartCache(): WarmStartCache {
  const before = new Map<string, CachedWarmStart>()
  const now = new Map<string, CachedWarmStart>()
  return {
    recall(task) {
      const kept = nearbySteps.map((step) => before.get(keyOf(task, step))).find((one) => one !== undefined)
      return kept && scaleGaps(kept, task.amount)
    },
    keep: (task, remembered) => void now.set(keyOf(task), { ...remembered, amount: task.amount }),
    age() {
      for (const [key, remembered] of now) {
        before.delete(key)
        before.set(key, remembered)
      }
      now.clear()
      for (const key of [...before.keys()].slice(0, -maxEntries)) before.delete(key)
    },
  }
}

interface CachedWarmStart extends WarmStart {
  readonly amount: number
}

/** A gap may grow in proportion to the amount, or be constant if gas causes it; the smaller of the two is assumed. */
function scaleGaps({ amount, found, lastGap: open, coldStartGap: openAnew }: CachedWarmStart, to: number): WarmStart {
  const part = Math.min(1, to / amount)
  return { found, lastGap: open && open * part, coldStartGap: openAnew && openAnew * part }
}

/**
 * Amounts within a factor of four of each other, under the same limits: a route found under others leads to a dead end.
 */
const keyOf = ({ source, target, amount, limits: { maxHops, maxSplits, maxLegs } }: Task, step = 0): string =>
  `${source} ${target} ${maxHops} ${maxSplits} ${maxLegs} ${Math.round(Math.log2(amount) / 2) + step}`

/** Fallback sizes: the next smaller one, the next larger one, and so on, up to a factor of about four thousand. */
const nearbySteps = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6]
