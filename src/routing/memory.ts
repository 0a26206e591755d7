/** What was found, pair by pair, for the searches of later blocks to go on from. */
import type { Found } from './search/found.ts'
import type { Task } from './search/task.ts'

export interface Memory {
  /**
   * What was found in a block before this one for about this amount, or the one nearest to it, within the same limits.
   * Answers of one block do not depend on each other, so what was found in this one is not looked at.
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
    recall: (task) => nearby.map((step) => known(before.get(keyOf(task, step)), step)).find((one) => one !== undefined),
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

/** Of another amount it says nothing how much is open where a search ends. */
const known = (remembered: Remembered | undefined, step: number): Remembered | undefined =>
  remembered === undefined || step === 0 ? remembered : { ...remembered, openPpm: undefined }

/** Amounts within a factor of four of each other, and the same limits: the route of others leads into a dead end. */
const keyOf = ({ source, target, amount, limits: { maxHops, maxSplits, maxLegs } }: Task, step = 0): string =>
  `${source} ${target} ${maxHops} ${maxSplits} ${maxLegs} ${Math.round(Math.log2(amount) / 2) + step}`

/** Better than nothing: the next smaller amounts, the next larger ones. */
const nearby = [0, -1, 1]
