/** What was found, pair by pair, for the searches of later blocks to go on from. */
import type { Found } from './search/found.ts'
import type { Task } from './search/task.ts'

export interface Memory {
  /**
   * What was found in a block before this one for about this amount, or the one nearest to it. Answers of one block do not depend on each other,
   * so what was found in this one is not looked at.
   */
  recall(task: Task): Remembered | undefined
  keep(task: Task, remembered: Remembered): void
  /** A block later: what was found till now may be recalled from here on. */
  age(): void
}

export interface Remembered {
  readonly found: Found
  /**
   * What proofs left open, in millionths: where the search last began anew, the most of it where that found nothing better,
   * and where it last went on from there. Absent where there were none.
   */
  readonly openAnewPpm?: number | undefined
  readonly openPpm?: number | undefined
}

/** Pairs and sizes; those that were asked for longest ago are forgotten first. */
const most = 2_000

export function openMemory(): Memory {
  const before = new Map<string, Remembered>()
  const now = new Map<string, Remembered>()
  return {
    recall: (task) => nearby.map((step) => before.get(keyOf(task, step))).find((known) => known !== undefined),
    keep: (task, remembered) => void now.set(keyOf(task), remembered),
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

/** Amounts within a factor of four of each other: the route of one far from them leads into a dead end. */
const keyOf = ({ source, target, amount }: Task, step = 0): string =>
  `${source} ${target} ${Math.round(Math.log2(amount) / 2) + step}`

/** Better than nothing: the next smaller amounts, the next larger ones. */
const nearby = [0, -1, 1]
