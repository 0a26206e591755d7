import type { QuoteContext } from '#app/context'
import { routerNotDeployed } from '#app/deployed-contracts'
import { feeOf, grossOf } from '#app/quoting/affiliate'
import { bestRoute } from '#app/quoting/best-route'
import { gasLimitOf, withEnds } from '#app/quoting/gas'
import { impactWarning } from '#app/quoting/impact-warning'
import { checkParties } from '#app/quoting/parties'
import { priceImpact } from '#app/quoting/price-impact'
import { type Stopwatch, startStopwatch } from '#app/quoting/stopwatch'
import { issuesOf, type Seen, survey, wrappedForm } from '#app/quoting/survey'
import type { Deal, Found, Wanted } from '#app/quoting/terms'
import { usdPrices } from '#app/quoting/usd'
import { poolVerdicts, sourceVerdicts } from '#app/quoting/verdicts'
import { warmRoute } from '#app/quoting/warm-route'
import { listedToken } from '#app/tokens'
import { fail } from '#domain/errors'
import type { Network } from '#domain/network'
import type { Chain } from '#domain/ports'
import { deployCommand, limits, type Quote, type QuoteQuestion, type QuoteRequest, quoteLife } from '#domain/quote'
import { mostPoolsKept, type QuoteRecord, type QuoteTimings } from '#domain/quote-record'
import type { Route } from '#domain/route'
import { type Amount, amount, million, nativeToken, quoteId, seconds } from '#domain/units'
import { routerOn } from '#encoding/router'
import { entryOf } from '#networks/find'

/**
 * The best route for a question over the chain's state now, as a quote that is stored and can be used once.
 * Never refuses for balances or allowance: they are reported.
 *
 * @throws `SAME_TOKEN`, `NO_ROUTE`, `AMOUNT_OUT_OF_RANGE`, `VALIDATION_FAILED`; `ROUTER_NOT_DEPLOYED` where the context
 *   requires a router; what the survey throws.
 */
export async function quote(context: QuoteContext, question: QuoteQuestion): Promise<Quote> {
  checkQuestion(context, question)
  const watch = startStopwatch(context.clock)
  const chain = await context.chain(question.network)
  const found = await foundFor(context, watch, chain, { question, deal: dealOf(question) })
  const made = quoteOf(context, chain, found, answered(question, found.route))
  const timings = watch.stop()
  await context.quotes.put(made)
  context.notes?.looked(made.id, () => recordOf(chain.network, question, { found, timings }))
  return made
}

/** Over a market that is warm for it, else over a look at the chain, from which the market learns. */
async function foundFor(
  { protocols, index, contracts, requiresRouter, market: marketOf }: QuoteContext,
  watch: Stopwatch,
  chain: Chain,
  wanted: Wanted,
): Promise<Found> {
  const { question } = wanted
  const market = marketOf?.(chain)
  const found = market && (await warmRoute({ market, watch }, chain.network, wanted))
  if (found !== undefined && contracts.has(chain.network.name, routerOn(chain.network))) return found
  return bestRoute({ protocols, watch, market }, chain, wanted, async (options) => {
    const seen = await survey({ chain, index, contracts }, question, options)
    if (requiresRouter && seen.router !== 'deployed') throw routerNotDeployed(chain.network, seen.router)
    const { pools, leftOut = [] } = seen.snapshot
    const isWhole = question.include.length === 0 && question.exclude.length === 0
    if (isWhole) market?.learn({ pair: [question.sell, question.buy], tokens: [seen.sell, seen.buy], pools, leftOut })
    return seen
  })
}

async function recordOf(
  network: Network,
  question: QuoteQuestion,
  { found, timings }: { readonly found: Found; readonly timings: QuoteTimings },
): Promise<QuoteRecord | undefined> {
  const unused = await found.explain()
  if (unused === undefined) return undefined
  const verdicts = poolVerdicts(found.seen, { route: found.route, unused })
  return {
    pools: verdicts.slice(0, mostPoolsKept),
    sources: sourceVerdicts(network, question, verdicts),
    timings,
  }
}

function quoteOf(context: QuoteContext, chain: Chain, { seen, route: core }: Found, request: QuoteRequest): Quote {
  const affiliateFee = feeOf(request.sellAmount, request.affiliate)
  const route = withEnds(core, {
    sellsNative: request.sell === nativeToken,
    buysNative: request.buy === nativeToken,
    paysAffiliate: affiliateFee > 0n,
    countsGas: request.optimizeFor !== 'output',
  })
  const impact = priceImpact(context, seen.snapshot, route)
  return {
    id: quoteId(context.uuid()),
    request,
    chainId: chain.network.chainId,
    block: seen.snapshot.block,
    ...lifeFrom(context.clock.now()),
    sell: seen.sell,
    buy: seen.buy,
    affiliateFee,
    route,
    minimumOut: minimumOf(route, request),
    router: routerOn(chain.network).address,
    gasLimit: gasLimitOf(context, { snapshot: seen.snapshot, route, affiliateFee }),
    gasPrice: seen.snapshot.gasPrice,
    priceImpact: impact,
    usd: usdPrices(context, chain.network, seen, [
      wrappedForm(chain.network, request.sell),
      wrappedForm(chain.network, request.buy),
    ]),
    issues: issuesOf(seen, request.sellAmount),
    warnings: [...impactWarning(impact), ...warningsOf(seen, route)],
    ...(seen.router === 'deployed' ? {} : { priceOnly: true }),
    poolsSeen: core.legs.length === 0 ? 0 : seen.snapshot.pools.length,
  }
}

function checkQuestion({ protocols }: QuoteContext, question: QuoteQuestion): void {
  const { sell, buy, sellAmount, buyAmount, slippage, affiliate } = question
  const network = entryOf(question.network)
  if (sell === buy) throw fail('SAME_TOKEN', { token: listedToken(network, sell)?.symbol ?? sell })
  checkParties(network, question)
  const unproven = network.venues.filter(
    ({ name, protocol }) => question.include.includes(name) && !protocols.has(protocol),
  )
  if (unproven.length > 0)
    throw fail('LIQUIDITY_SOURCE_UNPROVEN', { names: unproven.map(({ name }) => name).join(', ') })
  checkAmount(sellAmount ?? buyAmount ?? amount(0n))
  if (slippage > limits.slippagePpm) throw fail('VALIDATION_FAILED', { reason: 'slippage must be between 0 and 0.5' })
  if (affiliate !== undefined && affiliate.fee > limits.affiliateFeePpm)
    throw fail('VALIDATION_FAILED', { reason: 'affiliateFee must be between 0 and 0.1' })
}

function checkAmount(value: Amount): void {
  if (value <= 0n || value >= 1n << 128n) throw fail('AMOUNT_OUT_OF_RANGE', { value: String(value) })
}

/** A request that says what to sell is one to sell that, even if it once was found for something to buy. */
const dealOf = (question: QuoteQuestion): Deal =>
  question.sellAmount === undefined
    ? { amountOut: question.buyAmount }
    : { amountIn: amount(question.sellAmount - feeOf(question.sellAmount, question.affiliate)) }

/** What the quote answers: with an amount to sell, whatever was asked. */
function answered(question: QuoteQuestion, { amountIn }: Route): QuoteRequest {
  if (question.sellAmount !== undefined) return { ...question, buyAmount: undefined }
  const sellAmount = grossOf(amountIn, question.affiliate)
  checkAmount(sellAmount)
  return { ...question, sellAmount }
}

const lifeFrom = (createdAt: number) => ({
  createdAt: seconds(createdAt),
  expiresAt: seconds(createdAt + quoteLife),
})

/**
 * floor(out · (1 − slippage)), but at least 1: the router refuses a minimum of nothing. Of what was asked for, where that
 * was an amount to buy: what whole units bring beyond it nobody wanted.
 */
function minimumOf({ amountOut }: Route, { slippage, buyAmount }: QuoteRequest): Amount {
  const minimum = ((buyAmount ?? amountOut) * (million - BigInt(slippage))) / million
  return amount(minimum > 0n ? minimum : 1n)
}

function warningsOf({ sell, buy, router }: Seen, route: Route): Quote['warnings'] {
  const unlisted = [sell, buy].filter(({ listed }) => !listed)
  return [
    ...(router === 'deployed'
      ? []
      : [
          { code: 'ROUTER_MISSING', message: `No router here: price only. ${deployCommand(sell.network)} deploys it.` },
        ]),
    ...unlisted.map(({ symbol, address }) => ({
      code: 'TOKEN_UNLISTED',
      message: `${symbol} ${address} is UNVERIFIED: it stands in no list, and anyone can make a token of any name.`,
    })),
    ...(route.legs.length > 0 && route.gasInTokenOut === undefined
      ? [{ code: 'GAS_UNPRICED', message: 'No pool prices gas in the bought token: routes were compared without gas.' }]
      : []),
  ]
}
