import type { QuoteContext } from '#app/context'
import { computeAffiliateFee, computeGrossAmount } from '#app/quoting/affiliate'
import { checkAmount } from '#app/quoting/amount-range'
import { describeAccounts } from '#app/quoting/gas/accounts'
import { estimateGas, withExpectedGas } from '#app/quoting/gas/expected'
import { computeGasLimit, computeGasNeed } from '#app/quoting/gas/quote-limit'
import { getImpactWarnings } from '#app/quoting/impact-warning'
import { computePriceImpact } from '#app/quoting/price-impact'
import type { PricedRoute } from '#app/quoting/route-terms'
import { boundSandwich } from '#app/quoting/sandwich'
import { findIssues, type SurveyedMarket, toWrapped } from '#app/quoting/survey'
import { computeUsdPrices } from '#app/quoting/usd'
import type { Chain } from '#domain/chain/port'
import { computeMinimumOut } from '#domain/quotes/minimum-out'
import {
  type AnyQuoteRequest,
  deployCommand,
  type Quote,
  type QuoteRequest,
  quoteLifeSeconds,
} from '#domain/quotes/quote'
import type { Route } from '#domain/quotes/route'
import type { GaslessTerms } from '#domain/relay/order-terms'
import { shortSymbol, unlistedWarning } from '#domain/token'
import { nativeToken, quoteId, seconds } from '#domain/units'
import { placeAdapters } from '#encoding/contracts/adapters'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'

/**
 * The quote of a route: its minimum, gas, fees, dollars and warnings.
 * @throws `AMOUNT_OUT_OF_RANGE` if an amount to buy takes too much
 */
export function buildQuote(
  context: QuoteContext,
  chain: Chain,
  { seen, route: found }: PricedRoute,
  { question, gasless }: { readonly question: AnyQuoteRequest; readonly gasless: GaslessTerms | undefined },
): Quote {
  const request = toQuoteRequest(question, found)
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
  const keeping = [sell, buy].filter(({ address }) => taxed.delete(address)).map(shortSymbol)
  return [
    ...(router === 'deployed'
      ? []
      : [
          { code: 'ROUTER_MISSING', message: `No router here: price only. ${deployCommand(sell.network)} deploys it.` },
        ]),
    ...unlisted.map(unlistedWarning),
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
