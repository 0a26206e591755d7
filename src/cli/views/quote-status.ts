import { amountView } from '#cli/views/amount'
import { isoTime } from '#domain/api/plain'
import { quoteState, type StoredQuote } from '#domain/quote'
import type { Seconds } from '#domain/units'

/** A quote that no swap of this machine came of: the JSON of `status <quote>`. */
export function quoteStatusView(stored: StoredQuote, now: Seconds) {
  const { quote, consumedAt } = stored
  return {
    kind: 'quote' as const,
    quoteId: quote.id,
    network: quote.request.network,
    chainId: quote.chainId,
    state: quoteState(stored, now),
    createdAt: isoTime(quote.createdAt),
    expiresAt: isoTime(quote.expiresAt),
    consumedAt: consumedAt === undefined ? null : isoTime(consumedAt),
    sold: amountView(quote.request.sellAmount, quote.sell),
    quoted: amountView(quote.route.amountOut, quote.buy),
    minimum: amountView(quote.minimumOut, quote.buy),
  }
}
