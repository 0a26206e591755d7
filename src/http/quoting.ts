/** Asking the service for a quote, and what the interface adds to it. */
import { fractionText } from '#domain/api/plain'
import { apiQuote } from '#domain/api/quote'
import { fail, isFailure } from '#domain/errors'
import type { Quote } from '#domain/quote'
import type { Ppm } from '#domain/units'
import type { RouteContext } from './context.ts'
import { type QuoteRules, type QuoteWish, quoteWish } from './parameters/quote.ts'
import type { Given } from './parameters/reader.ts'

export const rulesOf = ({ served, settings, checksum }: RouteContext): QuoteRules => ({
  served,
  lenient: settings.lenient,
  checksum,
})

/** @throws what {@link quoteWish} and the service throw, `PRICE_IMPACT_TOO_HIGH` */
export async function asked(context: RouteContext, given: Given): Promise<{ wish: QuoteWish; quote: Quote }> {
  const wish = quoteWish(rulesOf(context), given)
  const quote = await quoted(context, wish)
  if (wish.maxPriceImpact !== undefined) checkImpact(quote, wish.maxPriceImpact)
  return { wish, quote }
}

/** The same failure with what the interface says more of it. */
async function quoted({ service }: RouteContext, { request }: QuoteWish): Promise<Quote> {
  try {
    return await service.quote(request)
  } catch (error) {
    if (isFailure(error, 'TOKEN_UNREADABLE'))
      throw fail('TOKEN_UNREADABLE', { ...error.details, side: error.details.address === request.buy ? 'to' : 'from' })
    throw error
  }
}

/** An impact that cannot be computed is not below any limit. */
function checkImpact({ priceImpact }: Quote, limit: Ppm): void {
  if (priceImpact !== undefined && priceImpact <= limit) return
  const impact = priceImpact === undefined ? 'unknown' : fractionText(priceImpact)
  throw fail('PRICE_IMPACT_TOO_HIGH', { impact, limit: fractionText(limit) })
}

export function quoteBody({ checksum }: RouteContext, quote: Quote, { warnings }: Pick<QuoteWish, 'warnings'>) {
  const body = apiQuote(quote, checksum)
  return { ...body, warnings: [...body.warnings, ...warnings] }
}
