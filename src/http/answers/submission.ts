/** Signed orders for the relayer. */
import { fail } from '#domain/errors'
import type { OrderSubmission } from '#domain/relay/order-terms'
import { type NetworkName, seconds } from '#domain/units'
import type { RouteContext } from '#http/context'
import { findListing } from '#http/parameters/network'
import { readQuoteId } from '#http/parameters/quote-id'
import { createReader, type RawParameters } from '#http/parameters/reader'
import { hexBytes, shortText, wholeNumber } from '#http/parameters/values'

/**
 * All of the form's members, as their types require. `permitSignature` is `0x` and `permitDeadline` 0 where the allowance
 * suffices: the interface requires both members in any case.
 * @throws `VALIDATION_FAILED`, `NETWORK_NOT_VALID`, `QUOTE_NOT_FOUND`
 */
export async function readSubmission({ service }: RouteContext, form: RawParameters): Promise<OrderSubmission> {
  const { requireNetwork, ...submission } = readSubmissionForm(form)
  const { quote } = await service.getQuote(submission.quoteId)
  requireNetwork(quote.request.network)
  return submission
}

interface SubmissionForm extends OrderSubmission {
  /** @throws `VALIDATION_FAILED` unless the form names this network */
  readonly requireNetwork: (network: NetworkName) => void
}

/** The same before its quote is known. @throws `VALIDATION_FAILED`, `NETWORK_NOT_VALID` */
export function readSubmissionForm(form: RawParameters): SubmissionForm {
  const reader = createReader(form)
  const name = reader.required(['networkName'], shortText(50))
  reader.required(['quoteId'], shortText(100))
  const signature = reader.required(['swapSignature'], hexBytes())
  const permitSignature = reader.required(['permitSignature'], hexBytes())
  const permitDeadline = reader.required(['permitDeadline'], wholeNumber(0, 1e15 - 1))
  reader.check()
  const listing = findListing(name())
  return {
    quoteId: readQuoteId(form),
    signature: signature(),
    permitSignature: permitSignature(),
    permitDeadline: seconds(permitDeadline()),
    requireNetwork(network) {
      if (network === listing.name) return
      throw fail('VALIDATION_FAILED', {
        reason: 'networkName is not that of the quote',
        fields: [{ field: 'networkName', reason: 'differs' }],
      })
    },
  }
}
