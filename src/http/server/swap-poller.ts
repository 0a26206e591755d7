import type { ServerContext } from '#http/context'

const intervalMs = 15_000
const tickMs = 500
const maxPerRound = 50

interface PollerControl {
  readonly stopping: () => boolean
  /** Failed chains and stores are retried at the next poll. */
  readonly failed: (error: unknown) => void
}

/** Polls swaps that are not final, so that counts are right even without requests. */
export async function pollPendingSwaps(
  { swaps, clock }: Pick<ServerContext, 'swaps' | 'clock'>,
  { stopping, failed }: PollerControl,
): Promise<void> {
  let due = clock.elapsed() + intervalMs
  while (!stopping()) {
    await clock.sleep(tickMs)
    if (stopping() || clock.elapsed() < due) continue
    await swaps.refreshPending(maxPerRound).catch(failed)
    due = clock.elapsed() + intervalMs
  }
}
