import type { Context } from '#cli/context'
import { quoteReference } from '#cli/parse/reference'
import { fail } from '#domain/errors'
import { isSandbox } from '#domain/sandbox'

/**
 * The quote that a word names, by its reference. Where a flag names another network than the quote's, one of the two is
 * a mistake; and whoever has chosen a sandbox, in whatever way, must not trade on a real network by an older quote.
 * @throws `QUOTE_NETWORK_DIFFERS`; `INVALID_QUOTE_ID`, `QUOTE_NOT_FOUND`, `QUOTE_AMBIGUOUS`
 */
export async function namedQuote(context: Context, word: string): Promise<string> {
  const reference = quoteReference(word)
  const { settings } = context
  if (settings.get('network') === undefined) return reference
  const chosen = (await context.network()).name
  const isByFlag = settings.isByFlag('network')
  if (!isByFlag && !isSandbox(chosen)) return reference
  const { id, request } = (await (await context.service()).stored(reference)).quote
  const differs = request.network !== chosen
  if (differs && (isByFlag || !isSandbox(request.network)))
    throw fail('QUOTE_NETWORK_DIFFERS', { id: id.slice(0, 8), quoted: request.network, chosen })
  return id
}
