import type { Clock } from '#domain/ports'

/** The same limit for all that begins. */
export interface Deadlines {
  /** @returns ends it: then it is not `late` any more */
  begin(late: () => void): () => void
}

/** So much later, at most, somebody is told. Short, so that no sleep outlives the server for long. */
const tickMs = 50

/**
 * One sleep for everything that is timed, not one each: a timer and its end cost more than the rest of a refusal.
 * @param milliseconds equal for all, so that who began first is late first
 */
export function createDeadlines({ clock }: { readonly clock: Clock }, milliseconds: number): Deadlines {
  const timed = new Set<{ readonly due: number; readonly late: () => void }>()
  let watching = false

  async function watch(): Promise<void> {
    watching = true
    while (timed.size > 0) {
      await clock.sleep(Math.min(tickMs, milliseconds))
      const now = clock.elapsed()
      for (const one of timed) {
        if (one.due > now) break
        timed.delete(one)
        one.late()
      }
    }
    watching = false
  }

  return {
    begin(late) {
      const one = { due: clock.elapsed() + milliseconds, late }
      timed.add(one)
      if (!watching) void watch()
      return () => void timed.delete(one)
    },
  }
}
