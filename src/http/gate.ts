import { fail } from '#domain/errors'
import type { Clock } from '#domain/ports'
import type { Service } from '#domain/service'
import type { SwapTracker } from '#domain/swap-record'
import type { TokenPrices } from '#domain/token'
import type { RouteContext } from './context.ts'

/** Lets so much work run at once and so much wait; the rest is refused at once, which is answered sooner than late. */
export interface Gate {
  /**
   * Work that has begun keeps its place until it ends, also when nobody waits for it any more: only so are there never
   * more at it than may be.
   * @param unwanted work that still waits when this is aborted does not begin: it fails with the signal's reason
   * @throws `OVERLOADED`
   */
  pass<T>(work: () => Promise<T>, unwanted?: AbortSignal): Promise<T>
  readonly running: () => number
  readonly waiting: () => number
}

interface GateLimits {
  readonly atOnce: number
  readonly waiting: number
  /** Milliseconds for which whoever comes may be expected to wait. */
  readonly waitWithin: number
}

export function createGate({ clock }: { readonly clock: Pick<Clock, 'elapsed'> }, limit: GateLimits): Gate {
  let running = 0
  const queue: (() => void)[] = []
  const pace = createPace(clock)

  /** One may always wait: how long work takes is learned only where it is let in. */
  const isTooLong = () =>
    queue.length >= limit.waiting || (queue.length > 0 && (queue.length + 1) * pace.each() > limit.waitWithin)

  function begin(): void {
    running += 1
    if (running === limit.atOnce) pace.full()
  }

  async function enter(unwanted: AbortSignal | undefined): Promise<void> {
    unwanted?.throwIfAborted()
    if (running < limit.atOnce) return begin()
    if (isTooLong()) throw fail('OVERLOADED', {})
    // Whoever leaves hands its place on, so `running` stays as it is.
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
    if (running === limit.atOnce) pace.left()
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return {
    async pass(work, unwanted) {
      await enter(unwanted)
      try {
        return await work()
      } finally {
        leave()
      }
    },
    running: () => running,
    waiting: () => queue.length,
  }
}

/**
 * Milliseconds of work that count. Long enough that one halt of the machine refuses nobody who would be answered in time,
 * short enough that what was slow a second ago does not either.
 */
const lately = 250

/** How long it takes from one end of work to the next while as much is done at once as may be, in the mean of late. */
function createPace({ elapsed }: Pick<Clock, 'elapsed'>) {
  let since = 0
  let [time, ends] = [0, 0] // what lies back for `lately` counts 1/e
  return {
    full() {
      since = elapsed()
    },
    left() {
      const now = elapsed()
      const kept = Math.exp((since - now) / lately)
      time = time * kept + now - since
      ends = ends * kept + 1
      since = now
    },
    /** Milliseconds; 0 before anything ended. */
    each: () => (ends === 0 ? 0 : time / ends),
  }
}

/** The service behind the gate: every request comes to it through `pass`, once for what costs. */
const gatedService = (service: Service, { pass }: Gate, unwanted: AbortSignal): Service => ({
  quote: (request) => pass(() => service.quote(request), unwanted),
  transaction: (request) => pass(() => service.transaction({ ...request, unwanted }), unwanted),
  stored: (reference) => service.stored(reference),
  networks: (check) => service.networks(check),
})

/** Looking for swaps on a chain costs as much as a quote. */
const gatedTracker = (tracker: SwapTracker, { pass }: Gate, unwanted: AbortSignal): SwapTracker => ({
  ...tracker,
  swap: (reference) => pass(() => tracker.swap(reference), unwanted),
  discover: (wallet, network) => pass(() => tracker.discover(wallet, network), unwanted),
})

const gatedPrices = (prices: TokenPrices, { pass }: Gate, unwanted: AbortSignal): TokenPrices => ({
  listed: (network) => pass(() => prices.listed(network), unwanted),
})

/** What a request may use, with all that costs behind the gate. */
export const gated = (context: RouteContext, gate: Gate, unwanted: AbortSignal): RouteContext => ({
  ...context,
  service: gatedService(context.service, gate, unwanted),
  swaps: gatedTracker(context.swaps, gate, unwanted),
  prices: gatedPrices(context.prices, gate, unwanted),
})
