import { fail } from '#domain/errors'
import type { Deadlines } from './deadlines.ts'

export interface DeadlineOptions {
  readonly deadlines: Deadlines
  /** The time limit, for the failure message. */
  readonly seconds: number
}

/**
 * An answer within the time limit, or a failure. Work that has begun ends by itself, since every chain or store request
 * has its own limit; but once it is late, or the client is gone, it begins nothing costly and consumes no quote.
 *
 * @param onGone registers a callback for the client's disconnect
 * @param work gets a signal that is aborted when its answer is no longer wanted
 * @throws `TIMED_OUT`, and whatever `work` throws
 */
export function withDeadline<T>(
  { deadlines, seconds }: DeadlineOptions,
  onGone: (gone: () => void) => unknown,
  work: (unwanted: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  return new Promise((resolve, reject) => {
    const refuse = (what: string): void => {
      const failure = fail('TIMED_OUT', { what, seconds })
      late.abort(failure)
      reject(failure)
    }
    const ended = deadlines.begin(() => refuse('The answer'))
    onGone(() => {
      ended()
      refuse('The client')
    })
    work(late.signal).then(resolve, reject).finally(ended)
  })
}
