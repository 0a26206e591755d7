/** A quote is used once: what this machine has signed by one is not signed again, wherever it comes from. */
import { fail } from '#domain/errors'
import type { Journal } from '#domain/journal/journal'
import { toSent } from '#domain/journal/outcome'
import { type Intent, type JournalTx, transactionOf } from '#domain/journal/swap'
import type { UnsignedTransaction } from '#domain/trade/offline'

interface Records {
  readonly journal: Pick<Journal, 'readByQuote'>
}

/**
 * A service, or a cache before it, may answer with a quote that it gave before: a swap of it would be told by the first one.
 * @throws `SERVICE_PAYLOAD_MISMATCH` if this machine has signed a swap or an order by the quote
 */
export async function requireNewQuote({ journal }: Records, quoteId: string): Promise<void> {
  const { swaps, orders } = await journal.readByQuote(quoteId)
  const isUsed =
    orders.length > 0 || swaps.some(({ transactions }) => transactions.some(({ step }) => isSaleStep(step)))
  if (!isUsed) return
  const actual = `${quoteId}, by which this machine has signed a swap before`
  throw fail('SERVICE_PAYLOAD_MISMATCH', { field: 'the quote', expected: 'a new one', actual })
}

const isSaleStep = (step: JournalTx['step']): boolean => step === 'swap' || step === 'cross'

/**
 * Another transaction of the same quote could be mined beside that of a file: it has another nonce.
 * @param counts which of those that the journal has count
 * @throws `QUOTE_CONSUMED`, which names the other one
 */
export async function refuseSecondUse(
  { journal }: Records,
  unsigned: UnsignedTransaction,
  counts: (tx: JournalTx) => boolean = () => true,
): Promise<void> {
  if (unsigned.step !== 'swap') return
  const { nonce, payload, trade } = unsigned
  const { swaps } = await journal.readByQuote(trade.quoteId)
  for (const intent of swaps) {
    const tx = transactionOf(intent, 'swap')
    if (tx === undefined || !counts(tx) || toSent(tx.conclusion) === false) continue
    const isSameNonce = tx.nonce === nonce && intent.from === payload.from && intent.chainId === payload.chainId
    if (!isSameNonce) throw toUsed(trade.quoteId, intent, tx)
  }
}

function toUsed(quoteId: string, { id }: Intent, { nonce, hash, conclusion }: JournalTx) {
  const sent = toSent(conclusion)
  const swap = { id, named: ` with nonce ${nonce}`, sent, known: conclusion.known }
  const context = { sent, swapId: id, txHash: hash, why: 'The transaction of this file would sell once more.' }
  return fail('QUOTE_CONSUMED', { id: quoteId, swap }, context)
}
