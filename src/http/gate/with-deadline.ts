import { fail } from '#domain/errors'
import type { Deadlines } from './deadlines.ts'

export interface DeadlineOptions {
  readonly deadlines: Deadlines
  /** The time limit, for the failure message. */
  readonly seconds: number
}

/** How long an answer is wanted. */
export interface AnswerWait {
  /** Aborted when it is no longer wanted. */
  readonly unwanted: AbortSignal
  /** From now on the answer is waited for, however late: what it is about cannot be undone. */
  readonly keep: () => void
}

/**
 * An answer within the time limit, or a failure. Work that has begun ends by itself, since every chain or store request
 * has its own limit; but once it is late, or the client is gone, it begins nothing costly and consumes no quote.
 *
 * @param onGone registers a callback for the client's disconnect
 * @throws `TIMED_OUT`, and whatever `work` throws
 */
export function withDeadline<T>(
  { deadlines, seconds }: DeadlineOptions,
  onGone: (gone: () => void) => unknown,
  work: (wait: AnswerWait) => Promise<T>,
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
    work({ unwanted: late.signal, keep: ended }).then(resolve, reject).finally(ended)
  })
}
