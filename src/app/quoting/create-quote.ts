import type { QuoteContext } from '#app/context'
import { routerFailure } from '#app/deployed-contracts'
import { computeAffiliateFee, computeGrossAmount } from '#app/quoting/affiliate'
import { findRouteOnChain } from '#app/quoting/find-route-on-chain'
import { findWarmRoute } from '#app/quoting/find-warm-route'
import { describeAccounts } from '#app/quoting/gas/accounts'
import { findFewerLegs, hasGasPolicy, withGasPolicy } from '#app/quoting/gas/chain-policy'
import { estimateGas, withExpectedGas } from '#app/quoting/gas/expected'
import { withL1Fee } from '#app/quoting/gas/l1-fee'
import { computeGasLimit, computeGasNeed } from '#app/quoting/gas/quote-limit'
import { quoteGasless, requireGasless } from '#app/quoting/gasless'
import { getImpactWarnings } from '#app/quoting/impact-warning'
import { computeMinimumOut } from '#app/quoting/minimum-out'
import { checkParties } from '#app/quoting/parties'
import { computePriceImpact } from '#app/quoting/price-impact'
import { type PricedRoute, type RouteTerms, tradeAmountOf } from '#app/quoting/route-terms'
import { boundSandwich } from '#app/quoting/sandwich'
import { type Stopwatch, startStopwatch } from '#app/quoting/stopwatch'
import { findIssues, type SurveyedMarket, survey, toWrapped } from '#app/quoting/survey'
import { computeUsdPrices } from '#app/quoting/usd'
import { listPoolVerdicts, listSourceVerdicts } from '#app/quoting/verdicts'
import { findListedToken, requireTokenAddress } from '#app/tokens'
import type { Chain } from '#domain/chain/port'
import { fail, isFailure } from '#domain/errors'
import type { Network } from '#domain/network'
import {
  type AnyQuoteRequest,
  deployCommand,
  type Quote,
  type QuoteRequest,
  quoteLifeSeconds,
  requestLimits,
} from '#domain/quotes/quote'
import { maxRecordedPools, type QuoteRecord, type QuoteTimings } from '#domain/quotes/quote-record'
import type { Route } from '#domain/quotes/route'
import type { GaslessTerms } from '#domain/relay/order-terms'
import { type Address, type Amount, amount, nativeToken, quoteId, seconds } from '#domain/units'
import { placeAdapters } from '#encoding/contracts/adapters'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'

/**
 * The best route for a request on the chain's current state, as a stored single-use quote. Never refuses for balance or
 * allowance: they are reported.
 *
 * @throws `SAME_TOKEN`, `NO_ROUTE`, `AMOUNT_OUT_OF_RANGE`, `VALIDATION_FAILED`; `ROUTER_NOT_DEPLOYED` if the context
 *   requires a router; what the survey throws.
 */
export async function createQuote(context: QuoteContext, question: AnyQuoteRequest): Promise<Quote> {
  context.observer?.onRequest(question)
  checkRequest(context, question)
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
    return {
      found,
      plain: buildQuote(context, chain, found, { request: toQuoteRequest(question, found.route), gasless }),
    }
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

function buildQuote(
  context: QuoteContext,
  chain: Chain,
  { seen, route: found }: PricedRoute,
  { request, gasless }: { readonly request: QuoteRequest; readonly gasless: GaslessTerms | undefined },
): Quote {
  const core = { ...found, legs: placeAdapters(chain.network, found.legs) }
  const affiliateFee = computeAffiliateFee(request.sellAmount, request.affiliate)
  const ends = {
    sellsNative: request.sell === nativeToken,
    buysNative: request.buy === nativeToken,
    paysAffiliate: affiliateFee > 0n,
    throughRouter: context.throughRouter === true,
    countsGas: request.optimizeFor !== 'output',
  }
  const terms = { ends, accounts: describeAccounts(seen, request), tokens: getNetworkEntry(request.network).tokens }
  const estimate = estimateGas(context, seen.snapshot, { route: core, terms })
  const route = withExpectedGas(core, estimate, ends.countsGas)
  const minimumOut = computeMinimumOut(route, request)
  const impact = computePriceImpact(context, seen.snapshot, route)
  return {
    id: quoteId(context.uuid()),
    request,
    chainId: chain.network.chainId,
    block: seen.snapshot.block,
    ...toQuoteLife(context.clock.now()),
    sell: seen.sell,
    buy: seen.buy,
    affiliateFee,
    ...(gasless === undefined ? {} : { gasless }),
    route,
    minimumOut,
    router: getRouter(chain.network).address,
    gasLimit: computeGasLimit(context, { snapshot: seen.snapshot, route, core, ends }),
    gasNeed: computeGasNeed(context, { snapshot: seen.snapshot, route, estimate, slippage: request.slippage }),
    gasPrice: seen.snapshot.gasPrice,
    priceImpact: impact,
    maxSandwich: context.boundsSandwich
      ? boundSandwich(context.protocols, seen.snapshot, route, minimumOut)
      : undefined,
    usd: computeUsdPrices(context, chain.network, seen, [
      toWrapped(chain.network, request.sell),
      toWrapped(chain.network, request.buy),
    ]),
    issues: findIssues(seen, request.sellAmount),
    warnings: [...getImpactWarnings(impact), ...collectWarnings(seen, route)],
    ...(seen.router === 'deployed' ? {} : { priceOnly: true }),
    poolsSeen: core.legs.length === 0 ? 0 : seen.snapshot.pools.length,
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

function checkAmount(value: Amount): void {
  if (value <= 0n || value >= 1n << 128n) throw fail('AMOUNT_OUT_OF_RANGE', { value: String(value) })
}

/** The request that the quote answers: always with an input amount. */
function toQuoteRequest(question: AnyQuoteRequest, { amountIn }: Route): QuoteRequest {
  if (question.sellAmount !== undefined) return { ...question, buyAmount: undefined }
  const sellAmount = computeGrossAmount(amountIn, question.affiliate)
  checkAmount(sellAmount)
  return { ...question, sellAmount }
}

const toQuoteLife = (createdAt: number) => ({
  createdAt: seconds(createdAt),
  expiresAt: seconds(createdAt + quoteLifeSeconds),
})

function collectWarnings({ sell, buy, router }: SurveyedMarket, route: Route): Quote['warnings'] {
  const unlisted = [sell, buy].filter(({ listed }) => !listed)
  const taxed = new Set(route.legs.flatMap(({ pool }) => pool.feeOnTransfer ?? []))
  const keeping = [sell, buy].filter(({ address }) => taxed.delete(address)).map(({ symbol }) => symbol)
  return [
    ...(router === 'deployed'
      ? []
      : [
          { code: 'ROUTER_MISSING', message: `No router here: price only. ${deployCommand(sell.network)} deploys it.` },
        ]),
    ...unlisted.map(({ symbol, address }) => ({
      code: 'TOKEN_UNLISTED',
      message: `${symbol} ${address} is UNVERIFIED: it is in no list, and anyone can make a token of any name.`,
    })),
    ...[...keeping, ...taxed].map((token) => ({
      code: 'FEE_ON_TRANSFER',
      message: `${token} takes a fee on transfer: the amounts and the minimum count what arrives.`,
    })),
    ...(route.legs.length > 0 && route.gasInTokenOut === undefined
      ? [{ code: 'GAS_UNPRICED', message: 'No pool prices gas in the output token: routes were compared without gas.' }]
      : []),
    ...(route.cutShortAfter === undefined ? [] : [{ code: 'SEARCH_CUT_SHORT', message: cutShortMessage(route) }]),
  ]
}

const cutShortMessage = ({ optimality }: Route): string =>
  optimality === undefined
    ? 'The search was cut short: a longer one may find a better route.'
    : 'The search was cut short: a longer one may find a better route, though none beyond the proven gap.'
