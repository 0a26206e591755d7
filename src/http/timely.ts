import { fail } from '#domain/errors'
import type { RouteContext } from './context.ts'
import { type Gate, gatedPrices, gatedService, gatedTracker } from './gate.ts'

/** What all requests of a server have in common. */
export interface Shared {
  /** Its service and tracker stand before the gate. */
  readonly context: RouteContext
  readonly gate: Gate
}

/**
 * An answer in time, or none. What a request has begun ends by itself, since everything asked of a chain or a store has
 * its own limit; but once it is late it begins nothing more that costs, and uses no quote up.
 *
 * @throws `TIMED_OUT`, and whatever `work` throws
 */
export async function timely<T>({ context, gate }: Shared, work: (context: RouteContext) => Promise<T>): Promise<T> {
  const seconds = context.settings.answerWithin
  const [answered, late] = [new AbortController(), new AbortController()]
  const refused = async (): Promise<void> => {
    await context.clock.sleep(seconds * 1_000, answered.signal)
    if (answered.signal.aborted) return
    const failure = fail('TIMED_OUT', { what: 'The answer', seconds })
    late.abort(failure)
    throw failure
  }
  const unwanted = late.signal
  const own = {
    ...context,
    service: gatedService(context.service, gate, unwanted),
    swaps: gatedTracker(context.swaps, gate, unwanted),
    prices: gatedPrices(context.prices, gate, unwanted),
  }
  const answer = work(own)
  try {
    await Promise.race([answer, refused()])
    return await answer
  } finally {
    // A clock that went on would keep all that belongs to the request in memory.
    answered.abort()
  }
}
