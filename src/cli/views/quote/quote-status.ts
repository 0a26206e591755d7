import { amountView } from '#cli/views/amount'
import { formatTime } from '#domain/api/plain'
import type { StoredCrossQuote } from '#domain/crossing/cross-quote'
import { getQuoteState, type StoredQuote } from '#domain/quotes/quote'
import type { Hex, Seconds } from '#domain/units'

/**
 * A quote without a swap on this machine: the JSON of `status <quote>`.
 * @param approvals hashes of the approvals sent for it
 */
export function quoteStatusView(stored: StoredQuote | StoredCrossQuote, now: Seconds, approvals: readonly Hex[] = []) {
  const { quote, consumedAt } = stored
  return {
    kind: 'quote' as const,
    quoteId: quote.id,
    network: quote.request.network,
    chainId: quote.chainId,
    ...('toNetwork' in quote.request ? { toNetwork: quote.request.toNetwork } : {}),
    state: getQuoteState(stored, now),
    createdAt: formatTime(quote.createdAt),
    expiresAt: formatTime(quote.expiresAt),
    consumedAt: consumedAt === undefined ? null : formatTime(consumedAt),
    ...(quote.gasless === undefined ? {} : { orderDeadline: formatTime(quote.gasless.deadline) }),
    ...(approvals.length === 0 ? {} : { approvals: [...approvals] }),
    sold: amountView(quote.request.sellAmount, quote.sell),
    quoted: amountView('route' in quote ? quote.route.amountOut : quote.amountOut, quote.buy),
    minimum: amountView(quote.minimumOut, quote.buy),
  }
}
