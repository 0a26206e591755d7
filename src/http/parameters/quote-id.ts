import { type QuoteId, quoteId } from '#domain/units'
import { createReader, type Given } from './reader.ts'
import { shortText } from './values.ts'

/**
 * The id of a quote, whole: prefixes and `last` are the command line's.
 * @throws `VALIDATION_FAILED` where there is none, `INVALID_QUOTE_ID`, which is a quote that is not there.
 */
export function quoteIdOf(given: Given): QuoteId {
  const reader = createReader(given)
  const text = reader.required(['quoteId', 'quote-id'], shortText(100))
  reader.check()
  return quoteId(text())
}
