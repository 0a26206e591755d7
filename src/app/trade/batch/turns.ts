/** When a row may begin. Every wait ends at once when the run is to stop. */
import type { Clock } from '#domain/clock'
import type { BatchObserver, ReportedRow } from '#domain/trade/batch/batches'
import type { BatchOrder } from '#domain/trade/batch/order'

interface Turns {
  readonly stop: AbortSignal
  readonly results: ReadonlyMap<string, ReportedRow>
  readonly settled: ReadonlySet<string>
  readonly observer: Pick<BatchObserver, 'tell'>
}

const pollMs = 50

/** Waits until the rows that it comes after have ended. @returns one of them that is not done, if any */
export async function waitForRows(
  clock: Clock,
  { stop, results, settled }: Turns,
  { after }: BatchOrder,
): Promise<string | undefined> {
  for (const id of after) {
    while (!settled.has(id) && !stop.aborted) await clock.sleep(pollMs, stop)
    if (results.get(id)?.state !== 'done') return id
  }
  return undefined
}

/** The clock may be changed meanwhile, so it is read once a minute at least. */
const longestSleepMs = 60_000

/** Waits until the row's time has come. */
export async function waitUntil(clock: Clock, { stop, observer }: Turns, { id, notBefore }: BatchOrder): Promise<void> {
  if (notBefore === undefined || notBefore <= clock.now()) return
  observer.tell({ what: 'waiting', row: id, until: notBefore })
  while (clock.now() < notBefore && !stop.aborted)
    await clock.sleep(Math.min(longestSleepMs, (notBefore - clock.now()) * 1_000), stop)
}

/** Begins at most one row per interval, over all lanes. */
export function createPace(clock: Clock, intervalMs: number) {
  let next = Number.NEGATIVE_INFINITY
  return {
    async wait(stop: AbortSignal): Promise<void> {
      const now = clock.elapsed()
      const due = Math.max(now, next)
      next = due + intervalMs
      if (due > now) await clock.sleep(due - now, stop)
    },
  }
}
