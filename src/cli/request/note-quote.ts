import type { Context } from '#cli/context'
import { isIdPrefix } from '#cli/parse/reference'
import type { SwapInput } from '#cli/request/swap-input'
import { fail, isFailure, type SwapError } from '#domain/errors'

/** A command that cannot use its quote ends by what the journal has of the quote. */
export function noteQuote(
  { interruption }: Pick<Context, 'interruption'>,
  { what, sell, id, gasless }: Pick<SwapInput, 'what' | 'sell' | 'id' | 'gasless'>,
  error: unknown,
): unknown {
  if (isFailure(error, 'QUOTE_CONSUMED') || isFailure(error, 'QUOTE_EXPIRED')) {
    // it may have been swapped under a name, which this command does not give; another name asks for another swap
    if (id !== undefined) return error.context.sent === undefined ? error.withContext({ sent: false }) : error
    // words that name a trade ask for a swap of their own: another one by the same quote is not it
    if (sell !== undefined) return error
    interruption.setIntent(error.details.id)
    return error
  }
  if (!isFailure(error, 'QUOTE_NOT_FOUND') || sell !== undefined || !isIdPrefix(what.toLowerCase())) return error
  // a quote is kept for 30 days; what was signed by it is in the journal for good, and decides
  interruption.setIntent(what.toLowerCase())
  // but of an order only its quote tells that it was sent
  return gasless && error.context.sent !== false ? toLostOrder(error) : error
}

const toLostOrder = ({ details }: SwapError<'QUOTE_NOT_FOUND'>): SwapError =>
  fail('QUOTE_NOT_FOUND', { id: details.id, ofOrder: true }, { sent: true })
