import type { Context } from '#cli/context'
import { isIdPrefix } from '#cli/parse/reference'
import type { StoredCrossQuote } from '#domain/crossing/cross-quote'
import { isFailure } from '#domain/errors'

interface SwapWords {
  readonly what: string
  readonly sell: string | undefined
  readonly toNetwork: string | undefined
}

/** Whether the words of a swap are about another network: by the option, or by the quote they name. */
export const isCrossing = async (context: Context, input: SwapWords): Promise<boolean> =>
  input.toNetwork !== undefined ||
  (input.sell === undefined && (await findCrossQuote(context, input.what)) !== undefined)

/** The cross-chain quote that a word names; `last` is the newest quote of either kind. */
export async function findCrossQuote(context: Context, word: string): Promise<StoredCrossQuote | undefined> {
  const reference = word.toLowerCase()
  if (reference !== 'last' && !isIdPrefix(reference)) return undefined
  const found = await (await context.crossing()).findQuote(reference)
  if (found === undefined || reference !== 'last') return found
  const newest = await findNewestQuote(context)
  return newest === undefined || newest <= found.quote.createdAt ? found : undefined
}

async function findNewestQuote(context: Context): Promise<number | undefined> {
  try {
    return (await (await context.service()).getQuote('last')).quote.createdAt
  } catch (error) {
    if (isFailure(error, 'QUOTE_NOT_FOUND')) return undefined
    throw error
  }
}
