/** A quote held against the user's limits; one from a service, also against our own look at the market. */
import { checkGuards } from '#app/trade/guards'
import { decimalText } from '#domain/decimal'
import { fail, SwapError } from '#domain/errors'
import type { Chain } from '#domain/ports'
import type { Quote } from '#domain/quote'
import type { Service } from '#domain/service'
import type { Guards, SwapRequest } from '#domain/trader'
import { million, noBytes } from '#domain/units'
import { entryOf } from '#networks/find'

/** The market as this program sees it over the user's own endpoints, whoever makes the quotes. */
export interface OwnView extends Pick<Service, 'quote'> {
  /** US dollars per whole native coin; `undefined` where no pool of a stable token prices it. */
  nativeUsd(chain: Chain): Promise<number | undefined>
}

export interface FairQuoteContext {
  readonly ownView?: OwnView
  /** The service runs on another machine. */
  readonly elsewhere?: boolean
}

/**
 * The quote, if it keeps the user's limits. Of a service's quote only what it promises to pay is its own word: impact,
 * dollars and gas price are taken from our own quote of the same request.
 *
 * @returns the quote with those of our own; without any of them where we have none
 * @throws what {@link checkGuards} does; `PRICE_FAR_FROM_MARKET` where it pays less than our own by more than the
 *   highest impact, `PRICE_UNCHECKED` where there is no own quote and no minimum of the user's
 */
export async function requireFairQuote(
  context: FairQuoteContext,
  quote: Quote,
  request: Pick<SwapRequest, 'guards' | 'fees'>,
): Promise<Quote> {
  const { guards } = request
  const seen = isForeign(context, quote) ? await besideOwn(context, quote, guards) : quote
  checkGuards(entryOf(quote.request.network), seen, request)
  return seen
}

/** Also a service's quote that is kept here and swapped by later without it: the interface tells no block's hash. */
const isForeign = ({ elsewhere }: FairQuoteContext, { block }: Quote): boolean =>
  elsewhere === true || block.hash === noBytes

async function besideOwn(context: FairQuoteContext, quote: Quote, guards: Guards): Promise<Quote> {
  const own = await ownQuote(context, quote)
  if (own instanceof SwapError || own === undefined) {
    if (guards.minimumOut === undefined)
      throw fail('PRICE_UNCHECKED', {}, own === undefined ? {} : { why: own.message })
    const nothing = { native: undefined, sell: undefined, buy: undefined }
    return { ...quote, priceImpact: undefined, usd: nothing }
  }
  const market = own.route.amountOut
  const promised = promisedBy(quote)
  if (promised * million < market * (million - BigInt(guards.maxImpact))) {
    const say = (raw: bigint) => `${decimalText(raw, quote.buy.decimals)} ${quote.buy.symbol}`
    const limit = `${guards.maxImpact / 10_000}%`
    throw fail('PRICE_FAR_FROM_MARKET', { quoted: say(promised), market: say(market), limit })
  }
  return { ...quote, priceImpact: own.priceImpact, usd: own.usd, gasPrice: own.gasPrice }
}

/** What the minimum is worked out from: of an amount to buy, what it brings beyond that is not promised to anyone. */
const promisedBy = ({ request, route }: Quote): bigint => request.buyAmount ?? route.amountOut

async function ownQuote({ ownView }: FairQuoteContext, { request }: Quote): Promise<Quote | SwapError | undefined> {
  try {
    return await ownView?.quote(request)
  } catch (error) {
    if (error instanceof SwapError) return error
    throw error
  }
}
