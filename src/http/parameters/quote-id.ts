import { type QuoteId, quoteId } from '#domain/units'
import { createReader, type RawParameters } from './reader.ts'
import { shortText } from './values.ts'

/**
 * A full quote id: prefixes and `last` are for the command line.
 * @throws `VALIDATION_FAILED` if it is missing, `INVALID_QUOTE_ID`, the error of an unknown quote.
 */
export function readQuoteId(given: RawParameters): QuoteId {
  const reader = createReader(given)
  const text = reader.required(['quoteId', 'quote-id'], shortText(100))
  reader.check()
  return quoteId(text())
}
