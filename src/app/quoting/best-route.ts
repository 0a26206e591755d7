import type { QuoteContext } from '#app/context'
import { noRoute } from '#app/quoting/no-route'
import type { Stopwatch } from '#app/quoting/stopwatch'
import { type Seen, type survey, wrappedForm } from '#app/quoting/survey'
import type { Chain } from '#domain/ports'
import type { QuoteQuestion } from '#domain/quote'
import type { Route, RouteRequest } from '#domain/route'
import { type Amount, gas } from '#domain/units'
import type { ExactOutAnswer } from '#routing/exact-out'
import { findRoute, findRouteToBuy, type RouteAnswer } from '#routing/find-route'
import type { Unused } from '#routing/unused'

/** Gas of a transaction that only wraps or unwraps, without what its native end adds; measured in the sandbox. */
const wrapGas = gas(50_000n)

/** Looks at the chain; again, wider, where a pool was seen too narrowly to answer. */
type Look = (options?: Parameters<typeof survey>[2]) => ReturnType<typeof survey>

/** How much is traded: what goes into the pools, or what is to come out of them. */
export type Deal = { readonly amountIn: Amount } | { readonly amountOut: Amount }

export interface Found {
  readonly seen: Seen
  /** Without what its ends add to its gas. */
  readonly route: Route
  readonly poolsSeen: number
  /** Why the other pools are not in the route. Takes milliseconds, so it is not called on the way to an answer. */
  readonly explain: () => readonly Unused[]
}

interface RoutingContext extends Pick<QuoteContext, 'protocols'> {
  readonly watch: Stopwatch
}

/**
 * The best route over what the chain looks like now, and what was seen.
 * Native and its wrapped form are one token to the router: between them the route has no legs and is one for one.
 * @throws `NO_ROUTE`
 */
export async function bestRoute(
  context: RoutingContext,
  chain: Chain,
  { question, deal }: { readonly question: QuoteQuestion; readonly deal: Deal },
  look: Look,
): Promise<Found> {
  const { network } = chain
  const ends = { tokenIn: wrappedForm(network, question.sell), tokenOut: wrappedForm(network, question.buy) }
  const { watch } = context
  watch.begin('survey')
  const first = await look()
  if (ends.tokenIn === ends.tokenOut)
    return { seen: first, route: wrapRoute(ends, deal), poolsSeen: 0, explain: () => [] }

  const { maxHops, maxSplits, maxLegs, optimizeFor } = question
  const terms = { ...ends, wrapped: network.wrapped, maxHops, maxSplits, maxLegs, optimizeFor }
  let seen = first
  let answer = find(context, seen, terms, deal)
  if (answer.narrow.length > 0) {
    watch.begin('survey')
    seen = await look({ widen: answer.narrow })
    answer = find(context, seen, terms, deal)
  }
  if (answer.route === undefined) {
    const { unused } = answer.explain()
    throw noRoute(network, question, { seen, unused, mostOut: answer.mostOut })
  }
  const { route, explain } = answer
  return { seen, route, poolsSeen: seen.snapshot.pools.length, explain: () => explain().unused }
}

function find(
  { protocols, watch }: RoutingContext,
  { snapshot }: Seen,
  terms: Omit<RouteRequest, 'amountIn'>,
  deal: Deal,
): RouteAnswer & Pick<ExactOutAnswer, 'mostOut'> {
  const context = { protocols, onProof: () => watch.begin('proof') }
  watch.begin('search')
  return 'amountIn' in deal
    ? { ...findRoute(context, { snapshot, request: { ...terms, ...deal } }), mostOut: undefined }
    : findRouteToBuy(context, { snapshot, request: { ...terms, ...deal } })
}

function wrapRoute(ends: Pick<Route, 'tokenIn' | 'tokenOut'>, deal: Deal): Route {
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
