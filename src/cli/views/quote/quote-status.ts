import { amountView } from '#cli/views/amount'
import { formatTime } from '#domain/api/plain'
import type { StoredCrossQuote } from '#domain/crossing/cross-quote'
import type { JournalOrder } from '#domain/journal/journal'
import { getQuoteState, type StoredQuote } from '#domain/quotes/quote'
import type { Hex, Seconds } from '#domain/units'

/** What the journal has of a quote without a swap. */
export interface QuoteHistory {
  /** Hashes of the approvals sent for it. */
  readonly approvals: readonly Hex[]
  /** Orders signed for it, which anyone who has one may execute until its deadline. */
  readonly orders: readonly JournalOrder[]
}

export const noQuoteHistory: QuoteHistory = { approvals: [], orders: [] }

/** A quote without a swap on this machine: the JSON of `status <quote>`. */
export function quoteStatusView(
  stored: StoredQuote | StoredCrossQuote,
  now: Seconds,
  { approvals, orders }: QuoteHistory = noQuoteHistory,
) {
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
    ...(orders.length === 0 ? {} : { orders: orders.map(orderView) }),
    sold: amountView(quote.request.sellAmount, quote.sell),
    quoted: amountView('route' in quote ? quote.route.amountOut : quote.amountOut, quote.buy),
    minimum: amountView(quote.minimumOut, quote.buy),
  }
}

const orderView = ({ digest, signedAt, deadline }: JournalOrder) => ({
  digest,
  signedAt: formatTime(signedAt),
  deadline: formatTime(deadline),
})
