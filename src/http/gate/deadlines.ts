import type { Clock } from '#domain/clock'

/** One time limit shared by everything that begins. */
export interface Deadlines {
  /** @returns a function that ends the timing; `late` is not called after it */
  begin(late: () => void): () => void
}

/** `late` is called at most this much too late. Short, so that no sleep outlives the server for long. */
const tickMs = 50

/**
 * One sleep for everything that is timed: a timer of its own would cost more than the rest of a refusal.
 * @param milliseconds equal for all, so the first to begin is the first to be late
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
