import type { ProgressDisplay } from '#cli/out/types'
import { systemClock } from '#system/clock'

/** Progress lines for a log: the first at once, then one per this many milliseconds, and the last. */
const intervalMs = 5_000

export function createProgressLines(write: (line: string) => void): ProgressDisplay {
  let lastWrittenMs = Number.NEGATIVE_INFINITY
  let last: string | undefined
  return {
    update(words) {
      last = words
      if (systemClock.elapsed() - lastWrittenMs < intervalMs) return
      lastWrittenMs = systemClock.elapsed()
      last = undefined
      write(words)
    },
    stop() {
      if (last !== undefined) write(last)
      last = undefined
    },
  }
}
