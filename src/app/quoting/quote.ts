import type { QuoteContext } from '#app/context'
import { bestRoute } from '#app/quoting/best-route'
import { gasLimitOf } from '#app/quoting/gas'
import { priceImpact } from '#app/quoting/price-impact'
import { issuesOf, type Seen, survey, wrappedForm } from '#app/quoting/survey'
import { usdPrices } from '#app/quoting/usd'
import { listedToken } from '#app/tokens'
import { fail } from '#domain/errors'
import { limits, type Quote, type QuoteRequest, quoteLife } from '#domain/quote'
import type { Route } from '#domain/route'
import { type Amount, amount, million, quoteId, seconds } from '#domain/units'
import { routerOn } from '#encoding/router'
import { entryOf } from '#networks/find'

/**
 * The best route for a request over the chain's state now, as a quote that is stored and can be used once.
 * Never refuses for balances or allowance: they are reported.
 *
 * @throws `SAME_TOKEN`, `NO_ROUTE`, `AMOUNT_BELOW_MIN`, `VALIDATION_FAILED`; what the survey throws.
 */
export async function quote(context: QuoteContext, request: QuoteRequest): Promise<Quote> {
  checkRequest(request)
  const chain = await context.chain(request.network)
  const affiliateFee = feeOf(request)
  const net = amount(request.sellAmount - affiliateFee)
  const { seen, route, poolsSeen } = await bestRoute(context, chain, request, net, (options) =>
    survey(chain, request, options),
  )
  const made: Quote = {
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
    priceImpact: priceImpact(context, seen.snapshot, route),
    usd: usdPrices(context, chain.network, seen, [
      wrappedForm(chain.network, request.sell),
      wrappedForm(chain.network, request.buy),
    ]),
    issues: issuesOf(seen, request.sellAmount),
    warnings: warningsOf(seen, route),
    poolsSeen,
  }
  await context.quotes.put(made)
  return made
}

function checkRequest({ network, sell, buy, sellAmount, slippage, affiliate }: QuoteRequest): void {
  if (sell === buy) throw fail('SAME_TOKEN', { token: listedToken(entryOf(network), sell)?.symbol ?? sell })
  if (sellAmount <= 0n || sellAmount >= 1n << 128n) throw fail('AMOUNT_OUT_OF_RANGE', { value: String(sellAmount) })
  if (slippage > limits.slippagePpm) throw fail('VALIDATION_FAILED', { reason: 'slippage must be between 0 and 0.5' })
  if (affiliate !== undefined && affiliate.fee > limits.affiliateFeePpm)
    throw fail('VALIDATION_FAILED', { reason: 'affiliateFee must be between 0 and 0.1' })
}

/** floor(sellAmount · fee), as the router computes it. */
const feeOf = ({ sellAmount, affiliate }: QuoteRequest): Amount =>
  amount(affiliate === undefined ? 0n : (sellAmount * BigInt(affiliate.fee)) / million)

const lifeFrom = (createdAt: number) => ({
  createdAt: seconds(createdAt),
  expiresAt: seconds(createdAt + quoteLife),
})

/** floor(amountOut · (1 − slippage)), but at least 1: the router refuses a minimum of nothing. */
function minimumOf({ amountOut }: Route, { slippage }: QuoteRequest): Amount {
  const minimum = (amountOut * (million - BigInt(slippage))) / million
  return amount(minimum > 0n ? minimum : 1n)
}

function warningsOf({ sell, buy }: Seen, route: Route): Quote['warnings'] {
  const unlisted = [sell, buy].filter(({ listed }) => !listed)
  return [
    ...unlisted.map(({ symbol, address }) => ({
      code: 'TOKEN_UNLISTED',
      message: `${symbol} ${address} is UNVERIFIED: it stands in no list, and anyone can make a token of any name.`,
    })),
    ...(route.legs.length > 0 && route.gasInTokenOut === undefined
      ? [{ code: 'GAS_UNPRICED', message: 'No pool prices gas in the bought token: routes were compared without gas.' }]
      : []),
  ]
}
