/** A quote as a result: as a screen, a drawing, JSON, a table, and as the HTTP API gives it. */
import type { Result } from '#cli/out/types'
import { type DangerLimits, findQuoteDangers } from '#cli/request/quote-dangers'
import { drawRoute } from '#cli/screens/drawings/distribution'
import { type Drawing, isForPrograms } from '#cli/screens/drawings/forms'
import { createPicture } from '#cli/screens/drawings/picture'
import { createTokenLookup } from '#cli/screens/drawings/token-lookup'
import { quoteLines } from '#cli/screens/quote/quote'
import { quoteView } from '#cli/views/quote/quote'
import { quoteTable } from '#cli/views/quote/tables'
import { formatTime } from '#domain/api/plain'
import { toApiQuote } from '#domain/api/quote'
import type { Quote } from '#domain/quotes/quote'
import { checksum } from '#text/checksum'

interface QuoteResultOptions {
  readonly limits: DangerLimits
  /** False: it is not stored. */
  readonly isUsable?: boolean
}

export function quoteResult(
  quote: Quote,
  picture: Drawing | undefined,
  { limits, isUsable = true }: QuoteResultOptions,
): Result {
  return {
    data: () => quoteView(quote, 'valid'),
    api: () => toApiQuote(quote, checksum),
    table: quoteTable(quote),
    lines: (screen) =>
      picture === undefined
        ? quoteLines(quote, screen, { limits, isUsable })
        : drawRoute(picture, createPicture(quote.route, quote, createTokenLookup(quote)), screen),
    isVerbatim: picture !== undefined && isForPrograms(picture),
    warnings: collectWarnings(quote, limits),
    meta: {
      network: quote.request.network,
      chainId: quote.chainId,
      block: { number: quote.block.number, hash: quote.block.hash, time: formatTime(quote.block.time) },
    },
  }
}

/** The service's warnings, and ours by the user's own limits, which replace a service's of the same kind. */
function collectWarnings(quote: Quote, limits: DangerLimits): Quote['warnings'] {
  const own = findQuoteDangers(quote, limits).map(({ code, message }) => ({ code, message }))
  return [...own, ...quote.warnings.filter(({ code }) => code !== 'PRICE_IMPACT_HIGH')]
}
