/** Signed orders for a relayer. There is none yet: requests are fully validated and then refused. */
import { fail } from '#domain/errors'
import { requireLiveQuote } from '#domain/quotes/quote'
import type { RouteContext } from '#http/context'
import { findListing } from '#http/parameters/network'
import { readQuoteId } from '#http/parameters/quote-id'
import { createReader, type RawParameters } from '#http/parameters/reader'
import { hexBytes, shortText, wholeNumber } from '#http/parameters/values'

/** @throws `VALIDATION_FAILED`, `NETWORK_NOT_VALID`, and the failure of an unusable quote */
export async function checkSubmission({ service, clock }: RouteContext, form: RawParameters): Promise<void> {
  const reader = createReader(form)
  const name = reader.required(['networkName'], shortText(50))
  reader.required(['quoteId'], shortText(100))
  reader.required(['swapSignature'], hexBytes())
  reader.required(['permitSignature'], hexBytes())
  reader.required(['permitDeadline'], wholeNumber(0, 1e15 - 1))
  reader.check()
  const listing = findListing(name())
  const quote = requireLiveQuote(await service.getQuote(readQuoteId(form)), clock.now())
  if (quote.request.network !== listing.name)
    throw fail('VALIDATION_FAILED', {
      reason: 'networkName is not that of the quote',
      fields: [{ field: 'networkName', reason: 'differs' }],
    })
}
