import { fail } from '#domain/errors'
import type { Deadlines } from './deadlines.ts'

export interface Timed {
  readonly deadlines: Deadlines
  /** What a request has, as it is told of. */
  readonly seconds: number
}

/**
 * An answer in time, or none. What a request has begun ends by itself, since everything asked of a chain or a store has
 * its own limit; but once it is late, or nobody is there any more who asked, it begins nothing more that costs, and uses no
 * quote up.
 *
 * @param onGone takes what is to be called when whoever asked has gone
 * @param work is given a signal that is aborted when nobody wants its answer any more
 * @throws `TIMED_OUT`, and whatever `work` throws
 */
export function timely<T>(
  { deadlines, seconds }: Timed,
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
