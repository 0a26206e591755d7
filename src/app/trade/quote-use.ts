import type { TradeContext } from '#app/context'
import { formatTime } from '#domain/api/plain'
import { fail, isFailure, type SwapError } from '#domain/errors'
import { isFiled } from '#domain/journal/filed'

/** Does `work`; a quote that it finds used is named with what the journal has of that use. */
export async function withQuoteUse<T>(context: Pick<TradeContext, 'journal'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isFailure(error, 'QUOTE_CONSUMED') ? await nameUse(context, error) : error
  }
}

/**
 * A quote without a trade of the journal was used by another program, or by a swap that got no further: which of them is
 * not known. One that is bound to a trade was used for that trade alone.
 */
async function nameUse(
  { journal }: Pick<TradeContext, 'journal'>,
  error: SwapError<'QUOTE_CONSUMED'>,
): Promise<SwapError> {
  const { details, context } = error
  const intent = await journal.find(details.id)
  const trade = intent?.trade
  if (intent === undefined || trade?.quoteId !== details.id) return error
  if (isFiled(intent)) {
    const file = {
      network: intent.network,
      madeAt: formatTime(intent.createdAt),
      until: formatTime(trade.deadline),
    }
    return fail('QUOTE_CONSUMED', { ...details, file }, { ...context, sent: 'maybe' })
  }
  // a swap that was sent is named by the command that asks for its outcome; under another `--id`, this one is another swap
  if (intent.transactions.length > 0) return error.withContext({ sent: false })
  return fail('QUOTE_CONSUMED', { ...details, isUnsent: true }, { ...context, sent: false })
}
