/** Signed orders for a relayer. There is none yet: what is sent is looked at in full and then refused. */
import { fail } from '#domain/errors'
import { liveQuote } from '#domain/quote'
import type { RouteContext } from './context.ts'
import { listingOf } from './parameters/network.ts'
import { quoteIdOf } from './parameters/quote-id.ts'
import { createReader, type Given } from './parameters/reader.ts'
import { hexBytes, shortText, wholeNumber } from './parameters/values.ts'

/** @throws `VALIDATION_FAILED`, `NETWORK_NOT_VALID`, and what says that the quote is not alive */
export async function checkSubmission({ service, clock }: RouteContext, form: Given): Promise<void> {
  const reader = createReader(form)
  const name = reader.required(['networkName'], shortText(50))
  reader.required(['quoteId'], shortText(100))
  reader.required(['swapSignature'], hexBytes())
  reader.required(['permitSignature'], hexBytes())
  reader.required(['permitDeadline'], wholeNumber(0, 1e15 - 1))
  reader.check()
  const listing = listingOf(name())
  const quote = liveQuote(await service.stored(quoteIdOf(form)), clock.now())
  if (quote.request.network !== listing.name)
    throw fail('VALIDATION_FAILED', {
      reason: 'networkName is not that of the quote',
      fields: [{ field: 'networkName', reason: 'differs' }],
    })
}
