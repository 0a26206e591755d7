/** A question as the routing core takes it, and the route where there is nothing to find. */
import { type Seen, wrappedForm } from '#app/quoting/survey'
import type { Network } from '#domain/network'
import type { QuoteQuestion } from '#domain/quote'
import type { ExactOutRequest, Route, RouteRequest } from '#domain/route'
import { type Amount, gas } from '#domain/units'
import type { Unused } from '#routing/unused'

/** How much is traded: what goes into the pools, or what is to come out of them. */
export type Deal = { readonly amountIn: Amount } | { readonly amountOut: Amount }

export interface Wanted {
  readonly question: QuoteQuestion
  readonly deal: Deal
}

export interface Found {
  readonly seen: Seen
  /** Without what its ends add to its gas. */
  readonly route: Route
  /**
   * Why the other pools are not in the route; `undefined` where nobody has the time to say. Takes milliseconds, so it is
   * not called on the way to an answer.
   */
  readonly explain: () => Promise<Unused | undefined>
}

/** Gas of a transaction that only wraps or unwraps, without what its native end adds; measured in the sandbox. */
const wrapGas = gas(50_000n)

/** Native and its wrapped form are one token to the router. */
export function routeRequest(network: Network, { question, deal }: Wanted): RouteRequest | ExactOutRequest {
  const { maxHops, maxSplits, maxLegs, optimizeFor } = question
  const ends = { tokenIn: wrappedForm(network, question.sell), tokenOut: wrappedForm(network, question.buy) }
  return { ...ends, wrapped: network.wrapped, maxHops, maxSplits, maxLegs, optimizeFor, ...deal }
}

/** The route without legs, one for one, between native and its wrapped form; `undefined` for any other pair. */
export function wrapRoute(network: Network, { question, deal }: Wanted): Route | undefined {
  const ends = { tokenIn: wrappedForm(network, question.sell), tokenOut: wrappedForm(network, question.buy) }
  if (ends.tokenIn !== ends.tokenOut) return undefined
  const one = 'amountIn' in deal ? deal.amountIn : deal.amountOut
  return {
    ...ends,
    amountIn: one,
    amountOut: one,
    gas: wrapGas,
    gasInTokenOut: undefined,
    legs: [],
    paths: [],
    bestSinglePool: undefined,
  }
}
