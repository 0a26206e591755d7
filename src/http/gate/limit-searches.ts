import type { RouteContext } from '#http/context'
import type { NetworkLimiters } from './network-limiters.ts'

/**
 * Searches for swaps wait for a place among searches before one of their network: anyone may ask for any wallet, and the first
 * search for one may take seconds. @throws `OVERLOADED` from them
 */
export const limitSearches = (
  context: RouteContext,
  limiters: NetworkLimiters,
  unwanted: AbortSignal,
): RouteContext => ({
  ...context,
  swaps: {
    ...context.swaps,
    discover: (wallet, network) =>
      limiters.searches(network).run(() => context.swaps.discover(wallet, network), unwanted),
  },
})
