/** What this machine knows of a quote, whichever command signed for it. */
import { isFiled } from '#domain/journal/filed'
import { findLatest } from '#domain/journal/further-approvals'
import type { Journal, JournalOrder } from '#domain/journal/journal'
import { type Intent, purposeOf } from '#domain/journal/swap'

export interface QuoteUses {
  /**
   * Swaps, also to another network: the latest that was bound to the quote comes first, then those that were opened for
   * it. One that has signed its approval alone is not bound yet.
   */
  readonly swaps: readonly Intent[]
  /** Of `approve`, or built by it for a file, in the order in which they were opened; a swap signs its own. */
  readonly approvals: readonly Intent[]
  /** Signed gasless orders, the latest first, without those that can never execute any more. */
  readonly orders: readonly JournalOrder[]
}

/** An intent, or an order, for which something of a quote was signed. */
export type QuoteUse = Intent | JournalOrder

export const isOrder = (use: QuoteUse): use is JournalOrder => 'digest' in use

/**
 * What a failure has to tell of a quote's records: a swap that was signed, or may have been elsewhere, before what can still
 * be mined of its approvals, and that before what was mined. An intent that has signed nothing is told last.
 * @param asked what the command asks for; an approval of another command concerns a swap while it waits
 */
export function findTelling(
  { swaps, approvals: own, orders }: QuoteUses,
  asked: 'swap' | 'approval',
): QuoteUse | undefined {
  const approval = findLatest(own)
  const approvals = approval === undefined || (asked === 'swap' && !isWaiting(approval)) ? [] : [approval]
  const all = asked === 'swap' ? [...swaps, ...approvals] : [...approvals, ...swaps]
  return (
    swaps.find((one) => purposeOf(one) !== undefined) ??
    orders[0] ??
    swaps.find(isFiled) ??
    all.find(isWaiting) ??
    all.find(({ transactions }) => transactions.length > 0) ??
    all[0]
  )
}

/** Signed, and in no block yet as far as is known. */
const isWaiting = ({ transactions }: Intent): boolean =>
  transactions.some(({ conclusion: { sent, isFinal, depth } }) => sent !== 'no' && !isFinal && depth === 0)

/**
 * What a reference of `Journal.find` has signed. Of a quote, that may be its approval alone.
 * @returns an intent without a transaction, or `undefined`, if there is none
 * @throws `QUOTE_AMBIGUOUS`
 */
export async function findSigned(
  journal: Pick<Journal, 'find' | 'readByQuote'>,
  reference: string,
): Promise<QuoteUse | undefined> {
  const found = await journal.find(reference)
  const isByQuote = found === undefined || found.trade?.quoteId?.startsWith(reference.toLowerCase()) === true
  if (!isByQuote || (found !== undefined && found.transactions.length > 0)) return found
  return findTelling(await journal.readByQuote(reference), 'approval') ?? found
}
