import { fail } from '#domain/errors'
import type { RouteContext } from './context.ts'
import type { Deadlines } from './deadlines.ts'
import { type Gate, gatedPrices, gatedService, gatedTracker } from './gate.ts'

/** What all requests of a server have in common. */
export interface Shared {
  /** Its service and tracker stand before the gate. */
  readonly context: RouteContext
  readonly gate: Gate
  readonly deadlines: Deadlines
}

/**
 * An answer in time, or none. What a request has begun ends by itself, since everything asked of a chain or a store has
 * its own limit; but once it is late, or nobody is there any more who asked, it begins nothing more that costs, and uses no
 * quote up.
 *
 * @param onGone takes what is to be called when whoever asked has gone
 * @throws `TIMED_OUT`, and whatever `work` throws
 */
export function timely<T>(
  { context, gate, deadlines }: Shared,
  onGone: (gone: () => void) => unknown,
  work: (context: RouteContext) => Promise<T>,
): Promise<T> {
  const seconds = context.settings.answerWithin
  const late = new AbortController()
  const unwanted = late.signal
  const own = {
    ...context,
    service: gatedService(context.service, gate, unwanted),
    swaps: gatedTracker(context.swaps, gate, unwanted),
    prices: gatedPrices(context.prices, gate, unwanted),
  }
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
    work(own).then(resolve, reject).finally(ended)
  })
}
