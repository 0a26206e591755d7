import { systemClock } from '#cli/clock'
import type { Progress } from '#cli/out/types'

/** Lines for a log: the first at once, then one in so many milliseconds, and the last. */
const everyMs = 5_000

export function progressLines(write: (line: string) => void): Progress {
  let told = Number.NEGATIVE_INFINITY
  let last: string | undefined
  return {
    tell(words) {
      last = words
      if (systemClock.elapsed() - told < everyMs) return
      told = systemClock.elapsed()
      last = undefined
      write(words)
    },
    stop() {
      if (last !== undefined) write(last)
      last = undefined
    },
  }
}
