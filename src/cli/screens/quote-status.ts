import type { Screen } from '#cli/out/screen'
import { block, wrappedEntry } from '#cli/screens/block'
import { amountLine, clockText } from '#cli/screens/text'
import { isoTime } from '#domain/api/plain'
import { quoteCommandFor, quoteState, type StoredQuote } from '#domain/quote'
import type { Seconds } from '#domain/units'

/** A quote that no swap of this machine came of: whether it can still be used, and what to do next. */
export function quoteStatusLines(stored: StoredQuote, clock: Seconds, screen: Screen): readonly string[] {
  const { paint } = screen
  const { quote, consumedAt, readAt = clock } = stored
  const { request, sell, buy, minimumOut, expiresAt } = quote
  const id = quote.id.slice(0, 8)
  const state = quoteState(stored, clock)
  const states = {
    valid: paint.good(`VALID for ${clockText(expiresAt - readAt)}`),
    expired: paint.warn(`EXPIRED at ${isoTime(expiresAt)}`),
    consumed: paint.warn(`USED at ${isoTime(consumedAt ?? readAt)}`),
  }
  const notes = {
    valid: 'Nothing was signed or sent for it.',
    expired: 'Nothing was signed or sent for it, and nothing can be.',
    consumed: 'A payload was made of it; no swap of this machine came of that.',
  }
  const next = state === 'valid' ? `swapline swap ${id}` : quoteCommandFor(quote)
  return [
    `  ${id}   ${states[state]}   ${request.network}   a quote`,
    ...block(
      [
        [['Sell', amountLine(request.sellAmount, sell)]],
        [['At least', amountLine(minimumOut, buy)]],
        [['State', notes[state]]],
      ],
      10,
    ),
    ...wrappedEntry(['Next', next], { screen, nameWidth: 10, brush: paint.next }),
  ]
}
