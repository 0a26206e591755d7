import type { Screen } from '#cli/out/screen'
import { formatBlock, wrapEntry } from '#cli/screens/layout/block'
import { amountLine, clockText } from '#cli/screens/layout/text'
import { noQuoteHistory, type QuoteHistory } from '#cli/views/quote/quote-status'
import { formatTime } from '#domain/api/plain'
import { type CrossQuote, crossCommandFor, type StoredCrossQuote } from '#domain/crossing/cross-quote'
import { getQuoteState, isFromLater, type Quote, quoteCommandFor, type StoredQuote } from '#domain/quotes/quote'
import { executionText } from '#domain/relay/pending-order'
import { type Seconds, seconds } from '#domain/units'

/** A quote without a swap on this machine: whether it is still usable, and what to do next. */
export function quoteStatusLines(
  stored: StoredQuote | StoredCrossQuote,
  clock: Seconds,
  screen: Screen,
  records: QuoteHistory = noQuoteHistory,
): readonly string[] {
  const { paint } = screen
  const { quote, consumedAt, readAt = clock } = stored
  const { request, sell, buy, minimumOut, expiresAt } = quote
  const id = quote.id.slice(0, 8)
  const state = getQuoteState(stored, clock)
  const states = {
    valid: paint.good(`VALID for ${clockText(expiresAt - readAt)}`),
    expired: paint.warn(
      isFromLater(quote, readAt) ? 'EXPIRED, as the clock was set back' : `EXPIRED at ${formatTime(expiresAt)}`,
    ),
    consumed: paint.warn(`USED at ${formatTime(consumedAt ?? readAt)}`),
  }
  const isApproved = records.approvals.length > 0
  const sent = isApproved ? 'Only its approval was signed and sent' : 'Nothing was signed or sent for it'
  const plain = {
    valid: { note: `${sent}.`, next: `swapline swap ${id}` },
    expired: { note: `${sent}, and nothing ${isApproved ? 'else ' : ''}can be.`, next: commandFor(quote) },
    consumed: {
      note: `${isApproved ? 'Its approval was sent. ' : ''}A payload was built from it, and may have been sent from elsewhere: this machine has no swap for it.`,
      next: `swapline balances -n ${request.network}`,
    },
  }
  const { note, next } = signedOrderWords(quote, clock, records) ?? { ...plain, ...orderWords(quote, clock) }[state]
  return [
    `  ${id}   ${states[state]}   ${request.network}   a quote`,
    ...formatBlock(
      [
        [['Sell', amountLine(request.sellAmount, sell)]],
        [['At least', `${amountLine(minimumOut, buy)}${'toNetwork' in request ? ` on ${request.toNetwork}` : ''}`]],
        [['State', note]],
      ],
      10,
      screen,
    ),
    ...wrapEntry(['Next', next], { screen, nameWidth: 10, brush: paint.next }),
  ]
}

/** Of a quote by which an order was signed here: whatever its service says of the quote, that order may have been sent. */
function signedOrderWords({ request }: Quote | CrossQuote, clock: Seconds, { approvals, orders }: QuoteHistory) {
  if (orders.length === 0) return undefined
  const deadline = seconds(Math.max(...orders.map((one) => one.deadline)))
  const approved = approvals.length > 0 ? 'Its approval was sent. ' : ''
  return {
    note: `${approved}An order was signed for it, and may be with the service. It ${executionText(deadline, clock)}.`,
    next: `swapline balances -n ${request.network}`,
  }
}

/** Of a gasless quote, whose order no journal of swaps has: once it may be with a service, to swap again may sell twice. */
function orderWords(quote: Quote | CrossQuote, clock: Seconds) {
  const { id, gasless, request } = quote
  if (gasless === undefined) return {}
  // one to another network is signed by clients of the HTTP API alone
  const next = 'toNetwork' in request ? commandFor(quote) : `swapline swap ${id.slice(0, 8)} --gasless`
  return {
    valid: { note: 'No order was sent for it.', next },
    consumed: {
      note: `Its order may have been signed and sent to the service. It ${executionText(gasless.deadline, clock)}.`,
      next: `swapline balances -n ${request.network}`,
    },
  }
}

const commandFor = (quote: Quote | CrossQuote): string =>
  'route' in quote ? quoteCommandFor(quote) : crossCommandFor(quote)
