import type { TradeContext } from '#app/context'
import { nameRecordedLeftover } from '#app/trade/allowance/recorded-leftover'
import { toQuoteFailure } from '#app/trade/steps/quote-failure'
import { fail, SwapError } from '#domain/errors'
import { listFurther } from '#domain/journal/further-approvals'
import { toOutcome } from '#domain/journal/outcome'
import type { Intent } from '#domain/journal/swap'
import { isUnusableQuote } from '#domain/quotes/unusable-quote'

/**
 * The failure of a command that worked on an intent: derived from the journal's evidence, with `cause` as the reason
 * why the command ended. The state of this process is not used.
 */
export async function outcome(
  { journal }: Pick<TradeContext, 'journal'>,
  id: string,
  cause: SwapError,
): Promise<SwapError> {
  let intent: Intent | undefined
  let further: readonly Intent[] = []
  try {
    intent = await journal.find(id)
    if (isUnusableQuote(cause)) return await toQuoteFailure({ journal }, intent, cause)
    if (intent !== undefined) further = await listFurther({ journal }, intent)
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    if (cause.code === 'JOURNAL_UNREADABLE') return cause
    return fail('JOURNAL_UNREADABLE', { id, reason: error.message }, { sent: true, swapId: id, why: cause.message })
  }
  return intent === undefined ? cause : nameRecordedLeftover(intent, further, toOutcome(intent, cause, further))
}

/** Does `work` on an intent and converts its failures by the journal's evidence. */
export async function withOutcome<T>(
  context: Pick<TradeContext, 'journal'>,
  id: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (id === undefined || !(error instanceof SwapError)) throw error
    throw await outcome(context, id, error)
  }
}
