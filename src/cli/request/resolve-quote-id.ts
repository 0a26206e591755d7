import type { Context } from '#cli/context'
import { parseQuoteReference } from '#cli/parse/reference'
import { fail } from '#domain/errors'
import { isSandbox } from '#domain/sandbox'

/**
 * The id of the quote that a reference names. If a flag names another network than the quote's, one of the two is a
 * mistake; and a user who has chosen a sandbox, by any setting, must not trade on a real network with an older quote.
 * @throws `QUOTE_NETWORK_DIFFERS`; `INVALID_QUOTE_ID`, `QUOTE_NOT_FOUND`, `QUOTE_AMBIGUOUS`
 */
export async function resolveQuoteId(context: Context, word: string): Promise<string> {
  const reference = parseQuoteReference(word)
  const { settings } = context
  if (settings.get('network') === undefined) return reference
  const chosen = (await context.resolveNetwork()).name
  const isByFlag = settings.isSetByFlag('network')
  if (!isByFlag && !isSandbox(chosen)) return reference
  const { id, request } = (await (await context.service()).getQuote(reference)).quote
  const differs = request.network !== chosen
  if (differs && (isByFlag || !isSandbox(request.network)))
    throw fail('QUOTE_NETWORK_DIFFERS', { id: id.slice(0, 8), quoted: request.network, chosen })
  return id
}
