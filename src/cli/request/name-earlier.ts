import type { Context } from '#cli/context'
import { isIdPrefix } from '#cli/parse/reference'
import { isFailure, leaveUnasked, SwapError } from '#domain/errors'
import type { JournalOrder } from '#domain/journal/journal'
import { toSent, withApprovals } from '#domain/journal/outcome'
import { findTelling, isOrder, type QuoteUse } from '#domain/journal/quote-uses'
import { type Intent, purposeOf } from '#domain/journal/swap'
import { executionText, usedForOrder } from '#domain/relay/pending-order'
import type { Seconds } from '#domain/units'

/**
 * From here on, and until the command works on an intent, a failure is about what an earlier run of the same command may
 * have signed: a refusal stays what it is, with that transaction, and does not say that nothing was sent.
 * @param find that intent, or an order, by the journal alone; called if the command fails or is terminated
 */
export function nameEarlier(
  { interruption, trader, clock }: Pick<Context, 'interruption' | 'trader' | 'clock'>,
  find: () => Promise<QuoteUse | undefined>,
): void {
  interruption.setConclusion(async (cause) => {
    if (cause.context.txHash !== undefined || cause.code === 'KEY_TAKEN') return cause
    const found = await findIfTold(find, cause)
    if (found === 'untold') return leaveUnasked(cause)
    if (found === undefined) return cause
    if (isOrder(found)) return nameOrder(found, cause, clock.now())
    const tx = purposeOf(found)
    // a message that says how far the command came would contradict what is known of the intent
    if (saysHowFar(cause)) return (await trader()).outcome(found.id, cause)
    if (tx === undefined) return nameApprovals(found, cause) ?? (await trader()).outcome(found.id, cause)
    return cause.withContext({ sent: toSent(tx.conclusion), swapId: found.id, txHash: tx.hash })
  })
}

/** Of a run that signs nothing, as a dry run, or that reads the journal before all else: its failures stay as they are. */
export const nameNothing = ({ interruption }: Pick<Context, 'interruption'>): void =>
  interruption.setConclusion(async (cause) => cause)

/** @returns `undefined` if none was sent */
function nameApprovals(intent: Intent, cause: SwapError): SwapError | undefined {
  const named = withApprovals(intent, [], cause)
  return named === cause ? undefined : named
}

/** What the journal has of an order is that it was signed, before it left this machine. */
function nameOrder({ quoteId = '', deadline }: JournalOrder, cause: SwapError, now: Seconds): SwapError {
  if (saysHowFar(cause)) return usedForOrder({ quoteId, deadline }, now).withContext({ why: cause.message })
  const order = `An order was signed by this quote before; it ${executionText(deadline, now)}.`
  return cause.withContext({
    sent: 'maybe',
    why: [order, cause.context.why].filter((one) => one !== undefined).join(' '),
  })
}

const terminations: ReadonlySet<string> = new Set(['INTERRUPTED', 'TERMINATED', 'TIMED_OUT'])

const saysHowFar = ({ code, statement }: SwapError): boolean => statement !== undefined || terminations.has(code)

/**
 * What was signed for the quote that a word names, by whichever command; `undefined` for any other word.
 * @param asked what the command asks for
 * @throws `QUOTE_AMBIGUOUS`, `QUOTE_NOT_FOUND`
 */
export async function findOfQuote(
  context: Context,
  word: string,
  asked: 'swap' | 'approval',
): Promise<QuoteUse | undefined> {
  const reference = word.toLowerCase()
  if (reference !== 'last' && !isIdPrefix(reference)) return undefined
  const id = reference === 'last' ? await findNewestQuote(context) : reference
  if (id === undefined) return undefined
  return findTelling(await (await context.journal()).readByQuote(id), asked)
}

/** As `last` means it: of those that this machine keeps, also if a service made them. No service is asked. */
async function findNewestQuote(context: Context): Promise<string | undefined> {
  const { findCrossQuote } = await import('#cli/request/crossing/is-crossing')
  const crossing = await findCrossQuote(context, 'last')
  return (crossing ?? (await (await context.service()).getQuote('last'))).quote.id
}

const unnamed: ReadonlySet<string> = new Set(['QUOTE_AMBIGUOUS', 'NETWORK_NOT_VALID'])

/**
 * What cannot be looked up for the reason that ended the command has been told; a word may name no quote, or several.
 * @returns `untold` if something may have been signed all the same
 */
async function findIfTold<T>(find: () => Promise<T | undefined>, cause: SwapError): Promise<T | undefined | 'untold'> {
  try {
    return await find()
  } catch (error) {
    if (isFailure(error, 'QUOTE_NOT_FOUND')) return undefined
    if (error instanceof SwapError && (unnamed.has(error.code) || error.code === cause.code)) return 'untold'
    throw error
  }
}
