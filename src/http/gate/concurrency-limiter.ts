import type { Clock } from '#domain/clock'
import { fail } from '#domain/errors'

/**
 * Limits how much work runs at once and how much waits. The rest is refused immediately, instead of being answered
 * late.
 */
export interface ConcurrencyLimiter {
  /**
   * Running work keeps its place until it ends, even if its result is no longer wanted; otherwise the limit could be
   * exceeded.
   * @param unwanted waiting work does not begin if this is aborted: it fails with the signal's reason
   * @throws `OVERLOADED`
   */
  run<T>(work: () => Promise<T>, unwanted?: AbortSignal): Promise<T>
  readonly running: () => number
  readonly queuedCount: () => number
}

export interface ConcurrencyLimits {
  readonly maxConcurrent: number
  readonly maxQueued: number
  /** The maximum expected wait in milliseconds. */
  readonly maxWaitMs: number
}

export function createConcurrencyLimiter(
  { clock }: { readonly clock: Pick<Clock, 'elapsed'> },
  limit: ConcurrencyLimits,
): ConcurrencyLimiter {
  let running = 0
  const queue: (() => void)[] = []
  const pace = createPace(clock)

  /** One may always wait: the duration of work is measured only when work is admitted. */
  const isTooLong = () =>
    queue.length >= limit.maxQueued || (queue.length > 0 && (queue.length + 1) * pace.each() > limit.maxWaitMs)

  function begin(): void {
    running += 1
    if (running === limit.maxConcurrent) pace.full()
  }

  async function enter(unwanted: AbortSignal | undefined): Promise<void> {
    unwanted?.throwIfAborted()
    if (running < limit.maxConcurrent) return begin()
    if (isTooLong()) throw fail('OVERLOADED', {})
    // Finished work passes its place on, so `running` stays the same.
    await new Promise<void>((resolve, reject) => {
      const letIn = () => {
        unwanted?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        queue.splice(queue.indexOf(letIn), 1)
        reject(unwanted?.reason)
      }
      queue.push(letIn)
      unwanted?.addEventListener('abort', giveUp, { once: true })
    })
  }

  function leave(): void {
    if (running === limit.maxConcurrent) pace.left()
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return {
    async run(work, unwanted) {
      await enter(unwanted)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    running: () => running,
    queuedCount: () => queue.length,
  }
}

/**
 * Averaging window of the pace, in milliseconds. Long enough that a single stall refuses no one who would be answered
 * in time, short enough that a slowdown a second ago does not either.
 */
const paceWindowMs = 250

/** The recent mean time between two completions while the limit of concurrent work is reached. */
function createPace({ elapsed }: Pick<Clock, 'elapsed'>) {
  let since = 0
  let [time, ends] = [0, 0] // the weight falls to 1/e per window
  return {
    full() {
      since = elapsed()
    },
    left() {
      const now = elapsed()
      const kept = Math.exp((since - now) / paceWindowMs)
      time = time * kept + now - since
      ends = ends * kept + 1
      since = now
    },
    /** Milliseconds; 0 before the first completion. */
    each: () => (ends === 0 ? 0 : time / ends),
  }
}
