import { formatTime } from '#domain/api/plain'
import { fail, type SwapError } from '#domain/errors'
import { isFiled } from '#domain/journal/filed'
import type { Intent, IntentTrade } from '#domain/journal/swap'
import type { UnusableQuoteError } from '#domain/quotes/unusable-quote'

/** What a command met that cannot use its quote: the file instead, if the journal has one and no more of the quote. */
export function nameIfFiled(intent: Intent | undefined, met: UnusableQuoteError): UnusableQuoteError {
  if (met.code === 'QUOTE_CONSUMED' || intent?.trade === undefined) return met
  return intent.transactions.length === 0 && isFiled(intent) ? nameFile(intent, intent.trade, met) : met
}

/**
 * The failure of a quote whose transaction went into a file: told by the journal alone, so it is the same once the quote is
 * not kept any more, which proves nothing about the file.
 * @param intent of the file, bound to `trade`
 */
export function nameFile(
  { network, createdAt }: Intent,
  { quoteId, deadline }: IntentTrade,
  { details, context }: UnusableQuoteError,
): SwapError<'QUOTE_CONSUMED'> {
  const again = 'again' in details ? { again: details.again } : {}
  const file = { network, madeAt: formatTime(createdAt), until: formatTime(deadline) }
  return fail('QUOTE_CONSUMED', { id: quoteId, ...again, file }, { ...context, sent: 'maybe' })
}
