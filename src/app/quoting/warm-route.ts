import { type Holdings, holdingsOf } from '#app/holdings'
import { noRoute } from '#app/quoting/no-route'
import type { Stopwatch } from '#app/quoting/stopwatch'
import { routeTokens, type Seen, venuesOf } from '#app/quoting/survey'
import { type Found, routeRequest, type Wanted, wrapRoute } from '#app/quoting/terms'
import { unusedIn } from '#app/quoting/unchosen'
import { nativeOf } from '#app/tokens'
import type { LeftOutPool } from '#domain/left-out'
import type { Answered, Market, RouteQuestion, Standing } from '#domain/market'
import type { Network } from '#domain/network'
import { mayUse, meansNobody, type QuoteQuestion } from '#domain/quote'
import type { Route } from '#domain/route'
import type { LivePool } from '#domain/snapshot'
import type { Token } from '#domain/token'
import { type Address, nativeToken } from '#domain/units'
import { routerOn } from '#encoding/router'

interface WarmContext {
  readonly market: Market
  readonly watch: Stopwatch
}

/**
 * The best route over the newest block, as the market has it already: nothing is asked but what the account holds.
 * `undefined` where the chain has to be looked at: the pair is not known yet, the market may not be of the newest block,
 * or a pool in it was read too narrowly.
 * @throws `NO_ROUTE`, `LIQUIDITY_SOURCE_NOT_VALID`, `TOKEN_UNREADABLE`, `ROUTING_LOST`
 */
export async function warmRoute(
  { market, watch }: WarmContext,
  network: Network,
  wanted: Wanted,
): Promise<Found | undefined> {
  const { question } = wanted
  const standing = await market.standing([question.sell, question.buy], question.block)
  if (standing === undefined) return undefined
  const [sell, buy] = [question.sell, question.buy].map((address) => tokenOf(network, standing, address))
  if (sell === undefined || buy === undefined) return undefined
  const venues = new Set(venuesOf(network, question).map(({ name }) => name))

  const { include, exclude, gasPrice } = question
  const asked: RouteQuestion = { request: routeRequest(network, wanted), include, exclude, gasPrice }
  const wrap = wrapRoute(network, wanted)
  const [holdings, answer] = await Promise.all([
    holdingsNow(market, network, { question, sell }),
    wrap === undefined ? standing.find(asked) : wrapping(standing, wrap),
  ])
  if (answer === undefined) return undefined
  watch.add(answer.spent)
  if (answer.narrow.length > 0) {
    market.widen(answer.narrow)
    return undefined
  }
  const { route, mostOut } = answer
  if (question.block !== undefined && question.block !== answer.snapshot.block.number) return undefined
  const seen: Seen = { ...seenOf(network, answer, { question, venues }), sell, buy, holdings, router: 'deployed' }
  const explain = async () => {
    const unchosen = await standing.explain(asked, answer)
    return unchosen && unusedIn(seen.snapshot, unchosen)
  }
  if (route !== undefined)
    return { seen, route, explain: async () => (wrap === undefined && !standing.busy() ? explain() : undefined) }
  const unused = await explain()
  if (unused === undefined) return undefined
  throw noRoute(network, question, { seen, unused, mostOut })
}

const wrapping = ({ snapshot }: Standing, route: Route): Answered => ({
  snapshot,
  block: snapshot.block.hash,
  route,
  narrow: [],
  mostOut: undefined,
  spent: { search: 0, proof: 0 },
})

const tokenOf = (network: Network, standing: Standing, address: Address): Token | undefined =>
  address === nativeToken ? nativeOf(network) : standing.token(address)

/** The pools a question leaves, and those it bars of the sources it asks. */
function seenOf(
  network: Network,
  { snapshot: whole }: Answered,
  { question, venues }: { readonly question: QuoteQuestion; readonly venues: ReadonlySet<string> },
): Pick<Seen, 'snapshot' | 'barred'> {
  const gasPrice = question.gasPrice ?? whole.gasPrice
  const reach = new Set(routeTokens(network, question))
  // those of other pairs are none of its business
  const isMet = ({ pool: { venue, tokens } }: LeftOutPool) =>
    venues.has(venue.name) && tokens.filter((token) => reach.has(token)).length > 1
  const snapshot = { ...whole, gasPrice, leftOut: whole.leftOut?.filter(isMet) ?? [] }
  if (question.include.length === 0 && question.exclude.length === 0) return { snapshot, barred: [] }
  const isFree = ({ pool }: LivePool) => mayUse(question, pool)
  const pools = snapshot.pools.filter(isFree)
  const barred = snapshot.pools.flatMap((live) =>
    isFree(live) || !venues.has(live.pool.venue.name) ? [] : [live.pool],
  )
  return { snapshot: { ...snapshot, pools }, barred }
}

async function holdingsNow(
  market: Market,
  network: Network,
  { question: { from }, sell }: { readonly question: QuoteQuestion; readonly sell: Token },
): Promise<Pick<Holdings, 'balance' | 'allowance'> | undefined> {
  if (meansNobody(from)) return undefined
  return holdingsOf(market, { sell, router: routerOn(network).address }, from)
}
