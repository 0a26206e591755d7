import { type Holdings, readHoldings } from '#app/holdings'
import { noRouteFailure } from '#app/quoting/no-route'
import { createWrapRoute, type PricedRoute, type RouteTerms, toRouteRequest } from '#app/quoting/route-terms'
import type { Stopwatch } from '#app/quoting/stopwatch'
import { type SurveyedMarket, selectVenues } from '#app/quoting/survey'
import { resolveUnusedPools } from '#app/quoting/unused-pools'
import { nativeOf } from '#app/tokens'
import type { Network } from '#domain/network'
import type { SkippedPool } from '#domain/pools/skipped-pool'
import type { LivePool } from '#domain/pools/snapshot'
import type { Market, MarketView, RouteQuery, SnapshotAnswer } from '#domain/quotes/market'
import { type AnyQuoteRequest, isPlaceholderAddress, isPoolAllowed } from '#domain/quotes/quote'
import type { Route } from '#domain/quotes/route'
import { getRouteTokens } from '#domain/route-tokens'
import type { Token } from '#domain/token'
import { type Address, nativeToken } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'

interface WarmRouteContext {
  readonly market: Market
  readonly watch: Stopwatch
}

/**
 * The best route on the newest block, from the market's warm pools: only the account's holdings are read. `undefined`
 * if the chain must be read: the pair is unknown, the market may not be at the newest block, or a pool was read too
 * narrowly.
 * @throws `NO_ROUTE`, `LIQUIDITY_SOURCE_NOT_VALID`, `TOKEN_UNREADABLE`, `ROUTING_LOST`
 */
export async function findWarmRoute(
  { market, watch }: WarmRouteContext,
  network: Network,
  terms: RouteTerms,
): Promise<PricedRoute | undefined> {
  const { question } = terms
  const standing = await market.getView([question.sell, question.buy], question.block)
  if (standing === undefined) return undefined
  const [sell, buy] = [question.sell, question.buy].map((address) => resolveToken(network, standing, address))
  if (sell === undefined || buy === undefined) return undefined
  const venues = new Set(selectVenues(network, question).map(({ name }) => name))

  const { include, exclude, gasPrice } = question
  const asked: RouteQuery = { request: toRouteRequest(network, terms), include, exclude, gasPrice }
  const wrap = createWrapRoute(network, terms)
  const [holdings, answer] = await Promise.all([
    readSenderHoldings(market, network, { question, sell }),
    wrap === undefined ? standing.find(asked) : toWrapAnswer(standing, wrap),
  ])
  if (answer === undefined) return undefined
  watch.add(answer.spent)
  if (answer.narrow.length > 0) {
    market.widenPools(answer.narrow)
    return undefined
  }
  const { route, maxOut } = answer
  if (question.block !== undefined && question.block !== answer.snapshot.block.number) return undefined
  const seen: SurveyedMarket = {
    ...filterSnapshot(network, answer, { question, venues }),
    sell,
    buy,
    holdings,
    router: 'deployed',
  }
  const explain = async () => {
    const unchosen = await standing.explain(asked, answer)
    return unchosen && resolveUnusedPools(seen.snapshot, unchosen)
  }
  if (route !== undefined)
    return { seen, route, explain: async () => (wrap === undefined && !standing.isBusy() ? explain() : undefined) }
  const unused = await explain()
  if (unused === undefined) return undefined
  throw noRouteFailure(network, question, { seen, unused, maxOut })
}

const toWrapAnswer = ({ snapshot }: MarketView, route: Route): SnapshotAnswer => ({
  snapshot,
  block: snapshot.block.hash,
  route,
  narrow: [],
  maxOut: undefined,
  spent: { search: 0, proof: 0 },
})

const resolveToken = (network: Network, standing: MarketView, address: Address): Token | undefined =>
  address === nativeToken ? nativeOf(network) : standing.token(address)

/** The pools that a request allows, and those it excludes from the sources it allows. */
function filterSnapshot(
  network: Network,
  { snapshot: whole }: SnapshotAnswer,
  { question, venues }: { readonly question: AnyQuoteRequest; readonly venues: ReadonlySet<string> },
): Pick<SurveyedMarket, 'snapshot' | 'excludedPools'> {
  const gasPrice = question.gasPrice ?? whole.gasPrice
  const { common, intermediates } = getRouteTokens(network, [question.sell, question.buy])
  const reach = new Set([...common, ...intermediates])
  // skipped pools of other pairs do not matter here
  const isMet = ({ pool: { venue, tokens } }: SkippedPool) =>
    venues.has(venue.name) && tokens.filter((token) => reach.has(token)).length > 1
  const snapshot = { ...whole, gasPrice, skipped: whole.skipped?.filter(isMet) ?? [] }
  if (question.include.length === 0 && question.exclude.length === 0) return { snapshot, excludedPools: [] }
  const isFree = ({ pool }: LivePool) => isPoolAllowed(question, pool)
  const pools = snapshot.pools.filter(isFree)
  const barred = snapshot.pools.flatMap((live) =>
    isFree(live) || !venues.has(live.pool.venue.name) ? [] : [live.pool],
  )
  return { snapshot: { ...snapshot, pools }, excludedPools: barred }
}

async function readSenderHoldings(
  market: Market,
  network: Network,
  { question: { from }, sell }: { readonly question: AnyQuoteRequest; readonly sell: Token },
): Promise<Pick<Holdings, 'balance' | 'allowance'> | undefined> {
  if (isPlaceholderAddress(from)) return undefined
  return readHoldings(market, { sell, router: getRouter(network).address }, from)
}
