import type { Context } from '#cli/context'
import { isIdPrefix } from '#cli/parse/reference'
import { SwapError } from '#domain/errors'
import { findLatestApproval } from '#domain/journal/further-approvals'
import { toSent } from '#domain/journal/outcome'
import { type Intent, purposeOf } from '#domain/journal/swap'

/**
 * From here on, and until the command works on an intent, a failure is about what an earlier run of the same command may
 * have signed: a refusal stays what it is, with that transaction, and does not say that nothing was sent.
 * @param find that intent, by the journal alone; called if the command fails or is terminated
 */
export function nameEarlier(
  { interruption, trader }: Pick<Context, 'interruption' | 'trader'>,
  find: () => Promise<Intent | undefined>,
): void {
  interruption.setConclusion(async (cause) => {
    if (cause.context.txHash !== undefined || cause.code === 'KEY_TAKEN') return cause
    const found = await findIfTold(find, cause)
    if (found === undefined) return cause
    const tx = purposeOf(found)
    // a message that says how far the command came would contradict what is known of the intent
    if (tx === undefined || saysHowFar(cause)) return (await trader()).outcome(found.id, cause)
    return cause.withContext({ sent: toSent(tx.conclusion), swapId: found.id, txHash: tx.hash })
  })
}

const terminations: ReadonlySet<string> = new Set(['INTERRUPTED', 'TERMINATED', 'TIMED_OUT'])

const saysHowFar = ({ code, statement }: SwapError): boolean => statement !== undefined || terminations.has(code)

/**
 * What was signed for the quote that a word names, or the latest of its approvals alone; `undefined` for any other word.
 * @throws `QUOTE_AMBIGUOUS`, `QUOTE_NOT_FOUND`
 */
export async function findOfQuote(
  context: Context,
  word: string,
  of: 'swap' | 'approval',
): Promise<Intent | undefined> {
  const reference = word.toLowerCase()
  if (reference !== 'last' && !isIdPrefix(reference)) return undefined
  const id = reference === 'last' ? await findNewestQuote(context) : reference
  if (id === undefined) return undefined
  const journal = await context.journal()
  if (of === 'swap') return journal.find(id)
  const first = await journal.find(`approve:${id}`)
  return first && findLatestApproval({ journal: { findByKey: (key) => journal.find(key) } }, first)
}

/** Of those of this machine: a service does not tell its newest. */
async function findNewestQuote(context: Context): Promise<string | undefined> {
  if (context.settings.get('service.url') !== 'local') return undefined
  const { findCrossQuote } = await import('#cli/request/crossing/is-crossing')
  const crossing = await findCrossQuote(context, 'last')
  return (crossing ?? (await (await context.service()).getQuote('last'))).quote.id
}

const unnamed: ReadonlySet<string> = new Set(['QUOTE_AMBIGUOUS', 'QUOTE_NOT_FOUND'])

/** What cannot be looked up for the reason that ended the command has been told; a word may name no quote, or several. */
async function findIfTold(find: () => Promise<Intent | undefined>, cause: SwapError): Promise<Intent | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof SwapError && (unnamed.has(error.code) || error.code === cause.code)) return undefined
    throw error
  }
}
