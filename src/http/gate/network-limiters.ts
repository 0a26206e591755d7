import type { Clock } from '#domain/clock'
import type { NetworkName } from '#domain/units'
import type { MetricValues } from '#http/health/metrics'
import { type ConcurrencyLimiter, type ConcurrencyLimits, createConcurrencyLimiter } from './concurrency-limiter.ts'

/** A concurrency limiter per served network, so requests for one never wait for another's. */
export interface NetworkLimiters {
  /** @param network `undefined`, or one that is not served: for work that reads no chain of a served network */
  of(network: NetworkName | undefined): ConcurrencyLimiter
  /** For searches for a wallet's swaps, which leave three quarters of a network's places to quotes. */
  searches(network: NetworkName): ConcurrencyLimiter
  /** For pages, of all networks together: one costs as much as several quotes, and no quote waits for it. */
  readonly pages: ConcurrencyLimiter
  /** By network, for `/metrics`. */
  figures(read: (gate: ConcurrencyLimiter) => number): MetricValues
}

const pageLimits: ConcurrencyLimits = { maxConcurrent: 1, maxQueued: 8, maxWaitMs: 10_000 }

const searchLimits = ({ maxConcurrent, maxQueued, maxWaitMs }: ConcurrencyLimits): ConcurrencyLimits => ({
  maxConcurrent: Math.ceil(maxConcurrent / 4),
  maxQueued: Math.ceil(maxQueued / 4),
  maxWaitMs,
})

export function createNetworkLimiters(
  context: { readonly clock: Pick<Clock, 'elapsed'> },
  networks: readonly NetworkName[],
  limits: ConcurrencyLimits,
): NetworkLimiters {
  const limiters = new Map(networks.map((name) => [name, createConcurrencyLimiter(context, limits)]))
  const others = createConcurrencyLimiter(context, limits)
  const forSearches = searchLimits(limits)
  const searches = new Map(networks.map((name) => [name, createConcurrencyLimiter(context, forSearches)]))
  const otherSearches = createConcurrencyLimiter(context, forSearches)
  return {
    searches: (network) => searches.get(network) ?? otherSearches,
    pages: createConcurrencyLimiter(context, pageLimits),
    of: (network) => (network === undefined ? undefined : limiters.get(network)) ?? others,
    figures: (read) => [
      ...[...limiters].map(([name, gate]) => [`network="${name}"`, read(gate)] as const),
      ['network=""', read(others)] as const,
    ],
  }
}
