import type { QuoteContext } from '#app/context'
import { noRoute } from '#app/quoting/no-route'
import type { Stopwatch } from '#app/quoting/stopwatch'
import type { Seen, survey } from '#app/quoting/survey'
import { type Found, routeRequest, type Wanted, wrapRoute } from '#app/quoting/terms'
import { unusedIn } from '#app/quoting/unchosen'
import type { Market, MarketAnswer } from '#domain/market'
import type { Chain } from '#domain/ports'
import type { ExactOutRequest, RouteRequest } from '#domain/route'
import { findRoute, findRouteToBuy } from '#routing/find-route'
import type { Unused } from '#routing/unused'

/** Looks at the chain; again, wider, where a pool was seen too narrowly to answer. */
type Look = (options?: Parameters<typeof survey>[2]) => ReturnType<typeof survey>

interface RoutingContext extends Pick<QuoteContext, 'protocols'> {
  readonly watch: Stopwatch
  /** Searches in threads of its own, where there is one: a service has others to answer meanwhile. */
  readonly market: Market | undefined
}

interface Searched extends Pick<MarketAnswer, 'route' | 'narrow' | 'mostOut'> {
  readonly unused: () => Unused
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
  if (wrap !== undefined) return { seen, route: wrap, explain: async () => new Map() }

  const request = routeRequest(network, wanted)
  let answer = await find(context, seen, request)
  if (answer.narrow.length > 0) {
    watch.begin('survey')
    seen = await look({ widen: answer.narrow })
    answer = await find(context, seen, request)
  }
  const { route, unused, mostOut } = answer
  if (route === undefined) throw noRoute(network, wanted.question, { seen, unused: unused(), mostOut })
  return { seen, route, explain: async () => unused() }
}

async function find(
  { protocols, watch, market }: RoutingContext,
  { snapshot }: Seen,
  request: RouteRequest | ExactOutRequest,
): Promise<Searched> {
  if (market !== undefined) {
    watch.add({}) // the survey has ended; the wait for a thread is nobody's work
    const { spent, unchosen, ...answer } = await market.findOnce(snapshot, request)
    watch.add(spent)
    return { ...answer, unused: () => unusedIn(snapshot, unchosen) }
  }
  const context = { protocols, onProof: () => watch.begin('proof') }
  watch.begin('search')
  const { explain, ...answer } =
    'amountIn' in request
      ? { ...findRoute(context, { snapshot, request }), mostOut: undefined }
      : findRouteToBuy(context, { snapshot, request })
  return { ...answer, unused: explain }
}
