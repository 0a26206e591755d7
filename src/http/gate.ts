import { fail } from '#domain/errors'
import type { Service } from '#domain/service'
import type { SwapTracker } from '#domain/swap-record'
import type { TokenPrices } from '#domain/token'

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

export function createGate(limit: { readonly atOnce: number; readonly waiting: number }): Gate {
  let running = 0
  const queue: (() => void)[] = []

  async function enter(unwanted: AbortSignal | undefined): Promise<void> {
    unwanted?.throwIfAborted()
    if (running < limit.atOnce) {
      running += 1
      return
    }
    if (queue.length >= limit.waiting) throw fail('OVERLOADED', {})
    // Whoever leaves hands its place on, so `running` stays as it is.
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        unwanted?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        queue.splice(queue.indexOf(begin), 1)
        reject(unwanted?.reason)
      }
      queue.push(begin)
      unwanted?.addEventListener('abort', giveUp, { once: true })
    })
  }

  function leave(): void {
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

/** The service behind the gate: every request comes to it through `pass`, once for what costs. */
export const gatedService = (service: Service, { pass }: Gate, unwanted: AbortSignal): Service => ({
  quote: (request) => pass(() => service.quote(request), unwanted),
  transaction: (request) => pass(() => service.transaction({ ...request, unwanted }), unwanted),
  stored: (reference) => service.stored(reference),
  networks: (check) => service.networks(check),
})

/** Looking for swaps on a chain costs as much as a quote. */
export const gatedTracker = (tracker: SwapTracker, { pass }: Gate, unwanted: AbortSignal): SwapTracker => ({
  ...tracker,
  swap: (reference) => pass(() => tracker.swap(reference), unwanted),
  counts: (wallet, network) => pass(() => tracker.counts(wallet, network), unwanted),
})

export const gatedPrices = (prices: TokenPrices, { pass }: Gate, unwanted: AbortSignal): TokenPrices => ({
  listed: (network) => pass(() => prices.listed(network), unwanted),
})
