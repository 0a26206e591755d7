/** What was found, pair by pair, for the searches of later blocks to go on from. */
import type { Found } from './search/found.ts'
import type { Task } from './search/task.ts'

export interface Memory {
  /**
   * What was found in a block before this one for about this amount, or one as near to it as may be, within the same limits.
   * Answers of one block do not depend on each other, so what was found in this one is not looked at.
   */
  recall(task: Task): Remembered | undefined
  keep(task: Task, remembered: Remembered): void
  /** A block later: what was found till now may be recalled from here on. */
  age(): void
}

export interface Remembered extends Marks {
  readonly found: Found
}

/**
 * What proofs left open, in the bought token: where the search last began anew, the most of it where that found nothing
 * better, and where it last went on from there. Absent where there were none.
 */
export interface Marks {
  readonly openAnew?: number | undefined
  readonly open?: number | undefined
}

/** Pairs and sizes; those that were asked for longest ago are forgotten first. */
const most = 2_000

export function openMemory(): Memory {
  const before = new Map<string, Kept>()
  const now = new Map<string, Kept>()
  return {
    recall(task) {
      const kept = nearby.map((step) => before.get(keyOf(task, step))).find((one) => one !== undefined)
      return kept && scaled(kept, task.amount)
    },
    keep: (task, remembered) => void now.set(keyOf(task), { ...remembered, amount: task.amount }),
    age() {
      for (const [key, remembered] of now) {
        before.delete(key)
        before.set(key, remembered)
      }
      now.clear()
      for (const key of [...before.keys()].slice(0, -most)) before.delete(key)
    },
  }
}

interface Kept extends Remembered {
  readonly amount: number
}

/** Of more, so much more may be left open; of less, no less is, where gas leaves it open. The smaller of both counts. */
function scaled({ amount, found, open, openAnew }: Kept, to: number): Remembered {
  const part = Math.min(1, to / amount)
  return { found, open: open && open * part, openAnew: openAnew && openAnew * part }
}

/** Amounts within a factor of four of each other, and the same limits: the route of others leads into a dead end. */
const keyOf = ({ source, target, amount, limits: { maxHops, maxSplits, maxLegs } }: Task, step = 0): string =>
  `${source} ${target} ${maxHops} ${maxSplits} ${maxLegs} ${Math.round(Math.log2(amount) / 2) + step}`

/** Better than nothing: the next smaller amounts, the next larger ones, and so on, to some thousand times as much. */
const nearby = [0, -1, 1, -2, 2, -3, 3, -4, 4, -5, 5, -6, 6]
