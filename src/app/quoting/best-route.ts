import type { QuoteContext } from '#app/context'
import { noRoute } from '#app/quoting/no-route'
import type { Stopwatch } from '#app/quoting/stopwatch'
import type { Seen, survey } from '#app/quoting/survey'
import { type Found, routeRequest, type Wanted, wrapRoute } from '#app/quoting/terms'
import type { Chain } from '#domain/ports'
import type { ExactOutRequest, RouteRequest } from '#domain/route'
import type { ExactOutAnswer } from '#routing/exact-out'
import { findRoute, findRouteToBuy, type RouteAnswer } from '#routing/find-route'

/** Looks at the chain; again, wider, where a pool was seen too narrowly to answer. */
type Look = (options?: Parameters<typeof survey>[2]) => ReturnType<typeof survey>

interface RoutingContext extends Pick<QuoteContext, 'protocols'> {
  readonly watch: Stopwatch
}

/**
 * The best route over what the chain looks like now, and what was seen.
 * @throws `NO_ROUTE`
 */
export async function bestRoute(
  context: RoutingContext,
  { network }: Chain,
  wanted: Wanted,
  look: Look,
): Promise<Found> {
  const { watch } = context
  watch.begin('survey')
  let seen = await look()
  const wrap = wrapRoute(network, wanted)
  if (wrap !== undefined) return { seen, route: wrap, explain: async () => [] }

  const request = routeRequest(network, wanted)
  let answer = find(context, seen, request)
  if (answer.narrow.length > 0) {
    watch.begin('survey')
    seen = await look({ widen: answer.narrow })
    answer = find(context, seen, request)
  }
  const { route, explain, mostOut } = answer
  if (route === undefined) throw noRoute(network, wanted.question, { seen, unused: explain().unused, mostOut })
  return { seen, route, explain: async () => explain().unused }
}

function find(
  { protocols, watch }: RoutingContext,
  { snapshot }: Seen,
  request: RouteRequest | ExactOutRequest,
): RouteAnswer & Pick<ExactOutAnswer, 'mostOut'> {
  const context = { protocols, onProof: () => watch.begin('proof') }
  watch.begin('search')
  return 'amountIn' in request
    ? { ...findRoute(context, { snapshot, request }), mostOut: undefined }
    : findRouteToBuy(context, { snapshot, request })
}
