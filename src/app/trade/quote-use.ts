import type { TradeContext } from '#app/context'
import { nameFile } from '#app/trade/steps/name-file'
import { rereadIntent } from '#app/trade/steps/send'
import { fail, isFailure, type SwapError } from '#domain/errors'
import { filePrefix, isFiled } from '#domain/journal/filed'
import { toSent } from '#domain/journal/outcome'
import { quoteKey } from '#domain/journal/quote-keys'
import { type Intent, type JournalTx, purposeOf } from '#domain/journal/swap'

type UseContext = Pick<TradeContext, 'journal' | 'lock'>

/**
 * Does `work`; a quote that it finds used is named with what the journal has of that use.
 * @param key the user's `--id` for what is worked on: the swap that used the quote is another one
 */
export async function withQuoteUse<T>(context: UseContext, work: () => Promise<T>, key?: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isFailure(error, 'QUOTE_CONSUMED') ? await nameUse(context, error, key) : error
  }
}

/**
 * A quote without a trade of the journal was used by another program, or by a swap that got no further: which of them is
 * not known. One that is bound to a trade was used for that trade alone.
 */
async function nameUse(
  use: UseContext,
  error: SwapError<'QUOTE_CONSUMED'>,
  key: string | undefined,
): Promise<SwapError> {
  const { details, context } = error
  const intent = await use.journal.find(details.id)
  const trade = intent?.trade
  // said even of a command with a name of its own: another run of the same name may be about to bind it
  if (intent === undefined || trade?.quoteId !== details.id) return error.withContext({ sent: 'maybe' })
  if (isFiled(intent)) return nameFile(intent, trade, error)
  const settled = intent.transactions.length > 0 ? intent : await readOnceUnlocked(use, intent)
  if (settled === undefined) return error.withContext({ why: beingSigned, sent: 'maybe' })
  const swap = purposeOf(settled)
  if (swap !== undefined && key !== undefined && key !== settled.key) return nameSwap(error, settled, swap, key)
  // where its outcome is asked for, it is told in place of this
  if (settled.transactions.length > 0) return error.withContext({ sent: false })
  return fail('QUOTE_CONSUMED', { ...details, isUnsent: true }, { ...context, sent: false })
}

/** Of two names for one quote, the second one asks for what was signed under the first: it is told as that. */
function nameSwap(
  { details, context }: SwapError<'QUOTE_CONSUMED'>,
  { id, key: first }: Intent,
  { conclusion, hash }: JournalTx,
  key: string,
): SwapError {
  const isNamed = first !== id && first !== quoteKey(details.id) && !first.startsWith(filePrefix)
  const named = isNamed ? ` (--id ${first})` : first.startsWith(filePrefix) ? ' from a file' : ''
  const sent = toSent(conclusion)
  const why = `${context.approvals === undefined ? '' : 'Its approval was sent. '}No swap was signed under --id ${key}.`
  const swap = { id, named, sent, known: conclusion.known }
  const isOpen = context.approvals !== undefined || sent
  return fail('QUOTE_CONSUMED', { ...details, swap }, { ...context, sent: isOpen, swapId: id, txHash: hash, why })
}

const beingSigned = 'Another command of this machine is about to sign and send its swap.'

/**
 * A trade is bound, signed and recorded under the account's lock: only who holds that lock knows that a bound one without a
 * signature was given up.
 * @returns `undefined` if another command keeps the lock for too long
 */
async function readOnceUnlocked({ journal, lock }: UseContext, intent: Intent): Promise<Intent | undefined> {
  try {
    return await lock.withLock(intent.chainId, intent.from, () => rereadIntent({ journal }, intent))
  } catch (error) {
    if (isFailure(error, 'STORE_BUSY')) return undefined
    throw error
  }
}
