/** Requests a quote from the service and adds the API's own checks. */
import { formatFraction } from '#domain/api/plain'
import { toApiQuote } from '#domain/api/quote'
import { fail, isFailure } from '#domain/errors'
import type { Quote } from '#domain/quotes/quote'
import type { Ppm } from '#domain/units'
import type { RouteContext } from '#http/context'
import { type QuoteParameters, type QuoteRules, readQuoteParameters } from '#http/parameters/quote'
import type { RawParameters } from '#http/parameters/reader'

export const rulesOf = ({ served, settings, checksum }: RouteContext): QuoteRules => ({
  served,
  lenient: settings.lenient,
  checksum,
})

/** @throws what {@link readQuoteParameters} and the service throw, `PRICE_IMPACT_TOO_HIGH` */
export async function requestQuote(
  context: RouteContext,
  given: RawParameters,
): Promise<{ wish: QuoteParameters; quote: Quote }> {
  const wish = readQuoteParameters(rulesOf(context), given)
  const quote = await fetchQuote(context, wish)
  if (wish.maxPriceImpact !== undefined) checkImpact(quote, wish.maxPriceImpact)
  return { wish, quote }
}

/** Adds the API's details to the service's failure. */
async function fetchQuote({ service }: RouteContext, { request }: QuoteParameters): Promise<Quote> {
  try {
    return await service.quote(request)
  } catch (error) {
    if (isFailure(error, 'TOKEN_UNREADABLE'))
      throw fail('TOKEN_UNREADABLE', { ...error.details, side: error.details.address === request.buy ? 'to' : 'from' })
    throw error
  }
}

/** An unknown impact fails every limit. */
function checkImpact({ priceImpact }: Quote, limit: Ppm): void {
  if (priceImpact !== undefined && priceImpact <= limit) return
  const impact = priceImpact === undefined ? 'unknown' : formatFraction(priceImpact)
  throw fail('PRICE_IMPACT_TOO_HIGH', { impact, limit: formatFraction(limit) })
}

export function toQuoteBody({ checksum }: RouteContext, quote: Quote, { warnings }: Pick<QuoteParameters, 'warnings'>) {
  const body = toApiQuote(quote, checksum)
  return { ...body, warnings: [...body.warnings, ...warnings] }
}
