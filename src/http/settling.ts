import type { ServerContext } from './context.ts'

const everyMs = 15_000
const stepMs = 500
const atOnce = 50

interface Course {
  readonly stopping: () => boolean
  /** A chain or a store that does not answer now is asked again the next time. */
  readonly failed: (error: unknown) => void
}

/** Looks now and then what became of swaps that are not final, so that counts are right though nobody asks for them. */
export async function settling(
  { swaps, clock }: Pick<ServerContext, 'swaps' | 'clock'>,
  { stopping, failed }: Course,
): Promise<void> {
  let due = clock.elapsed() + everyMs
  while (!stopping()) {
    await clock.sleep(stepMs)
    if (stopping() || clock.elapsed() < due) continue
    await swaps.settle(atOnce).catch(failed)
    due = clock.elapsed() + everyMs
  }
}
