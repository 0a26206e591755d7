/** Checks a quote against the user's limits; a service's quote also against our own market data. */
import { checkGuards } from '#app/trade/checks/guards'
import { requireFairFee } from '#app/trade/checks/relayer-fee'
import type { Chain } from '#domain/chain/port'
import { fail, SwapError } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import { isFromService, type Quote } from '#domain/quotes/quote'
import type { Service } from '#domain/service/service'
import type { Guards, SwapRequest } from '#domain/trade/trader'
import { amount, million } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

/** The market as this program sees it over the user's own endpoints, independent of who makes the quotes. */
export interface OwnView extends Pick<Service, 'quote'> {
  /** US dollars per whole native coin; `undefined` if no stable-token pool prices it. */
  nativeUsd(chain: Chain): Promise<number | undefined>
}

export interface FairQuoteContext {
  readonly ownView?: OwnView
  /** True if the service runs on another machine. */
  readonly isServiceRemote?: boolean
}

/**
 * Returns the quote if it keeps the user's limits. Of a service's quote only the promised output is taken from the
 * service: impact, dollars, gas price and L1 fee come from our own quote of the same request.
 *
 * @returns the quote with our own values; without any of them if there is no own quote
 * @throws what {@link checkGuards} and {@link requireFairFee} do; `PRICE_FAR_FROM_MARKET` if it pays less than our own by more than the
 *   maximum impact, `PRICE_UNCHECKED` if there is neither an own quote nor a user's minimum
 */
export async function requireFairQuote(
  context: FairQuoteContext,
  quote: Quote,
  request: Pick<SwapRequest, 'guards' | 'fees'>,
): Promise<Quote> {
  const { guards } = request
  const seen = isForeign(context, quote) ? await compareWithOwnQuote(context, quote, guards) : quote
  checkGuards(getNetworkEntry(quote.request.network), seen, request)
  return seen
}

/** Includes a stored quote of a service that is later swapped without the service. */
export const isForeign = (
  { isServiceRemote: elsewhere }: Pick<FairQuoteContext, 'isServiceRemote'>,
  quote: Quote,
): boolean => elsewhere === true || isFromService(quote)

async function compareWithOwnQuote(context: FairQuoteContext, quote: Quote, guards: Guards): Promise<Quote> {
  const own = await fetchOwnQuote(context, quote)
  if (own instanceof SwapError || own === undefined) {
    if (guards.minimumOut === undefined)
      throw fail('PRICE_UNCHECKED', {}, own === undefined ? {} : { why: own.message })
    const nothing = { native: undefined, sell: undefined, buy: undefined }
    return { ...quote, priceImpact: undefined, usd: nothing }
  }
  const market = own.route.amountOut
  const promised = promisedAmountOf(quote)
  if (promised * million < market * (million - BigInt(guards.maxImpact))) {
    const say = (raw: bigint) => `${formatDecimal(raw, quote.buy.decimals)} ${quote.buy.symbol}`
    const limit = `${guards.maxImpact / 10_000}%`
    throw fail('PRICE_FAR_FROM_MARKET', { quoted: say(promised), market: say(market), limit })
  }
  requireFairFee(getNetworkEntry(quote.request.network), quote, own)
  const { l1Fee: _, ...theirs } = quote
  const { priceImpact, usd, gasPrice, l1Fee } = own
  return { ...theirs, priceImpact, usd, gasPrice, ...(l1Fee === undefined ? {} : { l1Fee }) }
}

/** The basis of the minimum: for exact output the requested amount, as the excess is not promised. */
const promisedAmountOf = ({ request, route }: Quote): bigint => request.buyAmount ?? route.amountOut

/** Of a gasless quote what is left to trade: its fee is shown apart. */
function toPlainRequest(request: Quote['request'], gasless: Quote['gasless']): Quote['request'] {
  if (gasless === undefined) return request
  const { gasless: _, ...plain } = request
  return { ...plain, sellAmount: amount(request.sellAmount - gasless.swapFee) }
}

async function fetchOwnQuote(
  { ownView }: FairQuoteContext,
  { request, gasless }: Quote,
): Promise<Quote | SwapError | undefined> {
  try {
    return await ownView?.quote(toPlainRequest(request, gasless))
  } catch (error) {
    if (error instanceof SwapError) return error
    throw error
  }
}
