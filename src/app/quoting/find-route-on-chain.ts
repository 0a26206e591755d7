import type { QuoteContext } from '#app/context'
import { noRouteFailure } from '#app/quoting/no-route'
import { createWrapRoute, type PricedRoute, type RouteTerms, toRouteRequest } from '#app/quoting/route-terms'
import type { Stopwatch } from '#app/quoting/stopwatch'
import type { SurveyedMarket, survey } from '#app/quoting/survey'
import { resolveUnusedPools } from '#app/quoting/unused-pools'
import type { Chain } from '#domain/chain/port'
import { isSameState } from '#domain/pools/same-state'
import type { Market, MarketAnswer } from '#domain/quotes/market'
import type { ExactOutRequest, RouteRequest } from '#domain/quotes/route'
import type { UnusedPools } from '#routing/explain/unused-pools'
import type { Router } from '#routing/router'

/**
 * Surveys the chain; a second survey at the same block follows if a pool was read too narrowly to answer, and reads wider
 * pools alone if the endpoint still has that block.
 */
type RunSurvey = (options?: Parameters<typeof survey>[2]) => ReturnType<typeof survey>

interface RoutingContext extends Pick<QuoteContext, 'protocols'> {
  readonly watch: Stopwatch
  /** Routes in worker threads, if there are some: a service has other requests to answer meanwhile. */
  readonly market: Market | undefined
}

interface RoutingOutcome extends Pick<MarketAnswer, 'route' | 'narrow' | 'maxOut'> {
  readonly unused: () => UnusedPools
}

/**
 * The best route on the chain's current state, and the surveyed market.
 * @throws `NO_ROUTE`
 */
export async function findRouteOnChain(
  context: RoutingContext,
  { network }: Chain,
  terms: RouteTerms,
  look: RunSurvey,
): Promise<PricedRoute> {
  const { watch } = context
  watch.begin('survey')
  let seen = await look()
  const wrap = createWrapRoute(network, terms)
  if (wrap !== undefined) return { seen, route: wrap, explain: async () => new Map() }

  const request = toRouteRequest(network, terms)
  const search = createSearch(context)
  let answer = await search(seen, { ...request, canWiden: true })
  if (answer.narrow.length > 0) {
    watch.begin('survey')
    seen = keepSameStates(seen, await look({ widen: answer.narrow, block: seen.snapshot.block.number }))
    answer = await search(seen, request)
  }
  const { route, unused, maxOut } = answer
  if (route === undefined) throw noRouteFailure(network, terms.question, { seen, unused: unused(), maxOut })
  return { seen, route, explain: async () => unused() }
}

/** The second reading with the pools of the first where their states are equal: these are known to the search. */
function keepSameStates({ snapshot: first }: SurveyedMarket, seen: SurveyedMarket): SurveyedMarket {
  const known = new Map(first.pools.map((live) => [live.pool.address, live]))
  const pools = seen.snapshot.pools.map((live) => {
    const before = known.get(live.pool.address)
    return before !== undefined && isSameState(before, live) ? before : live
  })
  return { ...seen, snapshot: { ...seen.snapshot, pools } }
}

type Search = (seen: SurveyedMarket, request: RouteRequest | ExactOutRequest) => Promise<RoutingOutcome>

function createSearch({ protocols, watch, market }: RoutingContext): Search {
  if (market !== undefined)
    return async ({ snapshot }, request) => {
      watch.add({}) // ends the survey step; the wait for a worker counts for no step
      const { spent, unused: unchosen, ...answer } = await market.findOnce(snapshot, request)
      watch.add(spent)
      return { ...answer, unused: () => resolveUnusedPools(snapshot, unchosen) }
    }
  const context = { protocols, onProof: () => watch.begin('proof') }
  let router: Router | undefined
  return async ({ snapshot }, request) => {
    const { createRouter } = await import('#routing/router')
    const { findRoute, findRouteToBuy } = await import('#routing/find-route')
    watch.begin('search')
    router ??= createRouter(context)
    const { explain, ...answer } =
      'amountIn' in request
        ? { ...findRoute(context, { snapshot, request }, router), maxOut: undefined }
        : findRouteToBuy(context, { snapshot, request }, router)
    return { ...answer, unused: explain }
  }
}
