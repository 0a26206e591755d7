import type { QuoteContext } from '#app/context'
import { routerFailure } from '#app/deployed-contracts'
import { checkAmount } from '#app/quoting/amount-range'
import { findRouteOnChain } from '#app/quoting/find-route-on-chain'
import { findWarmRoute } from '#app/quoting/find-warm-route'
import { findFewerLegs, hasGasPolicy, withGasPolicy } from '#app/quoting/gas/chain-policy'
import { withL1Fee } from '#app/quoting/gas/l1-fee'
import { quoteGasless, requireGasless } from '#app/quoting/gasless'
import { checkParties } from '#app/quoting/parties'
import { type PricedRoute, type RouteTerms, tradeAmountOf } from '#app/quoting/route-terms'
import { type Stopwatch, startStopwatch } from '#app/quoting/stopwatch'
import { survey } from '#app/quoting/survey'
import { listPoolVerdicts, listSourceVerdicts } from '#app/quoting/verdicts'
import { findListedToken, requireTokenAddress } from '#app/tokens'
import type { Chain } from '#domain/chain/port'
import { fail, isFailure } from '#domain/errors'
import type { Network } from '#domain/network'
import { type AnyQuoteRequest, type Quote, requestLimits } from '#domain/quotes/quote'
import { maxRecordedPools, type QuoteRecord, type QuoteTimings } from '#domain/quotes/quote-record'
import type { GaslessTerms } from '#domain/relay/order-terms'
import { type Address, amount, nativeToken } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'

/**
 * The best route for a request on the chain's current state, as a stored single-use quote. Never refuses for balance or
 * allowance: they are reported.
 *
 * @throws `SAME_TOKEN`, `NO_ROUTE`, `AMOUNT_OUT_OF_RANGE`, `VALIDATION_FAILED`; `ROUTER_NOT_DEPLOYED` if the context
 *   requires a router; what the survey throws.
 */
export async function createQuote(context: QuoteContext, asked: AnyQuoteRequest): Promise<Quote> {
  context.observer?.onRequest(asked)
  checkRequest(context, asked)
  const question = asked.gasless === true ? withChainsGasPrice(asked) : asked
  const watch = startStopwatch(context.clock)
  const chain = await context.chain(question.network)
  const find = (terms: RouteTerms) => findPricedRoute(context, watch, chain, terms)
  const quoteFor = async (terms: RouteTerms, gasless?: GaslessTerms) => {
    const { found, built } = await findFittingRoute(context, find, chain, { terms, gasless })
    return { found, made: await withL1Fee(context, chain, built) }
  }
  const first = await quoteFor({ question, tradeAmount: tradeAmountOf(question) })
  const { found, made } =
    question.gasless === true ? await quoteGasless(context, { question, find, first, quoteFor }) : first
  const timings = watch.stop()
  context.onTimings?.(timings)
  context.observer?.onQuote({ request: question, market: found.seen, quote: made, timings })
  await context.quotes.put(made)
  context.notes?.noteSearch(made.id, () => buildRecord(chain.network, question, { found, timings }))
  return made
}

/** Who pays for the gas names its price: the fee of an order decides how much of the relayer's cap it takes. */
const withChainsGasPrice = (question: AnyQuoteRequest): AnyQuoteRequest => ({ ...question, gasPrice: undefined })

/**
 * Over fewer legs where the best route takes more gas than the chain's blocks hold. If fewer do not lead from token to
 * token, the last that did is kept: our figure is a highest one, and what really needs more is refused for its gas.
 */
async function findFittingRoute(
  context: QuoteContext,
  find: (terms: RouteTerms) => Promise<PricedRoute>,
  chain: Chain,
  {
    terms: { question, tradeAmount },
    gasless,
  }: { readonly terms: RouteTerms; readonly gasless: GaslessTerms | undefined },
) {
  const search = async (maxLegs: number) => {
    const found = await find({ question: { ...question, maxLegs }, tradeAmount })
    const { buildQuote } = await import('#app/quoting/build-quote') // not needed before the chain answered
    return { found, plain: buildQuote(context, chain, found, { question, gasless }) }
  }
  let best = await search(question.maxLegs)
  for (;;) {
    const fewer = findFewerLegs(chain, best.plain)
    const next = fewer === undefined ? undefined : await search(fewer).catch(undefinedIfNoRoute)
    if (next === undefined || next.plain.route.legs.length >= best.plain.route.legs.length) break
    best = next
  }
  const { found, plain } = best
  return { found, built: hasGasPolicy(chain.network) ? await withGasPolicy(context, chain, plain) : plain }
}

function undefinedIfNoRoute(error: unknown): undefined {
  if (!isFailure(error, 'NO_ROUTE')) throw error
}

/** Uses a warm market if there is one; otherwise reads the chain and updates the market from it. */
async function findPricedRoute(
  { protocols, index, contracts, requiresRouter, throughRouter, observer, market: marketOf }: QuoteContext,
  watch: Stopwatch,
  chain: Chain,
  terms: RouteTerms,
): Promise<PricedRoute> {
  const { question } = terms
  const market = marketOf?.(chain)
  const found = market && (await findWarmRoute({ market, watch }, chain.network, terms))
  if (found !== undefined && contracts.has(chain.network.name, getRouter(chain.network))) return found
  return findRouteOnChain({ protocols, watch, market }, chain, terms, async (options) => {
    const seen = await survey({ chain, index, contracts, throughRouter }, question, options)
    observer?.onSurvey(seen)
    if (requiresRouter && seen.router !== 'deployed') throw routerFailure(chain.network, seen.router)
    const { pools, skipped = [] } = seen.snapshot
    const isWhole = question.include.length === 0 && question.exclude.length === 0
    // a warm market does not measure transfer fees, which can change with every block
    const isTaxed = [...pools, ...skipped].some(({ pool }) => pool.feeOnTransfer !== undefined)
    if (isWhole && !isTaxed)
      market?.addPair({ pair: [question.sell, question.buy], tokens: [seen.sell, seen.buy], pools, skipped })
    return seen
  })
}

async function buildRecord(
  network: Network,
  question: AnyQuoteRequest,
  { found, timings }: { readonly found: PricedRoute; readonly timings: QuoteTimings },
): Promise<QuoteRecord | undefined> {
  const unused = await found.explain()
  if (unused === undefined) return undefined
  const verdicts = listPoolVerdicts(found.seen, { route: found.route, unused })
  return {
    pools: verdicts.slice(0, maxRecordedPools),
    sources: listSourceVerdicts(network, question, verdicts),
    timings,
  }
}

function checkRequest(context: QuoteContext, question: AnyQuoteRequest): void {
  const { protocols } = context
  const { sell, buy, sellAmount, buyAmount, slippage, affiliate } = question
  const network = getNetworkEntry(question.network)
  for (const token of [sell, buy]) requireTokenAddress(network, token)
  if (isSameBalance(network, sell, buy))
    throw fail('SAME_TOKEN', { token: findListedToken(network, sell)?.symbol ?? sell })
  checkParties(network, question)
  const unproven = network.venues.filter(
    ({ name, protocol }) => question.include.includes(name) && !protocols.has(protocol),
  )
  if (unproven.length > 0)
    throw fail('LIQUIDITY_SOURCE_UNPROVEN', { names: unproven.map(({ name }) => name).join(', ') })
  if (question.gasless === true) requireGasless(context, question)
  checkAmount(sellAmount ?? buyAmount ?? amount(0n))
  if (slippage > requestLimits.slippagePpm)
    throw fail('VALIDATION_FAILED', { reason: 'slippage must be between 0 and 0.5' })
  if (affiliate !== undefined && affiliate.fee > requestLimits.affiliateFeePpm)
    throw fail('VALIDATION_FAILED', { reason: 'affiliateFee must be between 0 and 0.1' })
}

/** Whether two addresses are one balance: that of a token, or the native one under another name. */
function isSameBalance({ nativeTwins = [] }: Network, a: Address, b: Address): boolean {
  const toNative = (token: Address): Address => (nativeTwins.includes(token) ? nativeToken : token)
  return toNative(a) === toNative(b)
}
