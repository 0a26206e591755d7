import { fail } from '#domain/errors'
import type { Service } from '#domain/service'
import type { SwapTracker } from '#domain/swap-record'

/** Lets so much work run at once and so much wait; the rest is refused at once, which is answered sooner than late. */
export interface Gate {
  /** @throws `OVERLOADED` */
  pass<T>(work: () => Promise<T>): Promise<T>
  readonly running: () => number
  readonly waiting: () => number
}

export function createGate(limit: { readonly atOnce: number; readonly waiting: number }): Gate {
  let running = 0
  const queue: (() => void)[] = []

  async function enter(): Promise<void> {
    if (running < limit.atOnce) {
      running += 1
      return
    }
    if (queue.length >= limit.waiting) throw fail('OVERLOADED', {})
    // Whoever leaves hands its place on, so `running` stays as it is.
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  function leave(): void {
    const next = queue.shift()
    if (next === undefined) running -= 1
    else next()
  }

  return {
    async pass(work) {
      await enter()
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
export const gatedService = (service: Service, { pass }: Gate): Service => ({
  quote: (request) => pass(() => service.quote(request)),
  transaction: (request) => pass(() => service.transaction(request)),
  stored: (reference) => service.stored(reference),
  networks: (check) => service.networks(check),
})

/** Looking for swaps on a chain costs as much as a quote. */
export const gatedTracker = (tracker: SwapTracker, { pass }: Gate): SwapTracker => ({
  ...tracker,
  swap: (reference) => pass(() => tracker.swap(reference)),
  counts: (wallet, network) => pass(() => tracker.counts(wallet, network)),
})
