import { amountView } from '#cli/views/amount'
import { formatTime } from '#domain/api/plain'
import { getQuoteState, type StoredQuote } from '#domain/quotes/quote'
import type { Seconds } from '#domain/units'

/** A quote without a swap on this machine: the JSON of `status <quote>`. */
export function quoteStatusView(stored: StoredQuote, now: Seconds) {
  const { quote, consumedAt } = stored
  return {
    kind: 'quote' as const,
    quoteId: quote.id,
    network: quote.request.network,
    chainId: quote.chainId,
    state: getQuoteState(stored, now),
    createdAt: formatTime(quote.createdAt),
    expiresAt: formatTime(quote.expiresAt),
    consumedAt: consumedAt === undefined ? null : formatTime(consumedAt),
    ...(quote.gasless === undefined ? {} : { orderDeadline: formatTime(quote.gasless.deadline) }),
    sold: amountView(quote.request.sellAmount, quote.sell),
    quoted: amountView(quote.route.amountOut, quote.buy),
    minimum: amountView(quote.minimumOut, quote.buy),
  }
}
