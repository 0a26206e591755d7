import type { Screen } from '#cli/out/screen'
import { formatBlock, wrapEntry } from '#cli/screens/layout/block'
import { amountLine, clockText } from '#cli/screens/layout/text'
import { formatTime } from '#domain/api/plain'
import { getQuoteState, isFromLater, quoteCommandFor, type StoredQuote } from '#domain/quotes/quote'
import type { Seconds } from '#domain/units'

/** A quote without a swap on this machine: whether it is still usable, and what to do next. */
export function quoteStatusLines(stored: StoredQuote, clock: Seconds, screen: Screen): readonly string[] {
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
  const notes = {
    valid: 'Nothing was signed or sent for it.',
    expired: 'Nothing was signed or sent for it, and nothing can be.',
    consumed: 'A payload was built from it; this machine has no swap for it.',
  }
  const next = state === 'valid' ? `swapline swap ${id}` : quoteCommandFor(quote)
  return [
    `  ${id}   ${states[state]}   ${request.network}   a quote`,
    ...formatBlock(
      [
        [['Sell', amountLine(request.sellAmount, sell)]],
        [['At least', amountLine(minimumOut, buy)]],
        [['State', notes[state]]],
      ],
      10,
      screen,
    ),
    ...wrapEntry(['Next', next], { screen, nameWidth: 10, brush: paint.next }),
  ]
}
