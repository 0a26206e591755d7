/** `status` of what is no intent of the journal: a quote, a batch, or a transaction on the chain. */
import type { Context } from '#cli/context'
import type { Result } from '#cli/out/types'
import { isIdPrefix } from '#cli/parse/reference'
import { batchResult } from '#cli/request/batch/batch-result'
import { requireTradable } from '#cli/request/quote-options'
import { quoteStatusLines } from '#cli/screens/quote/quote-status'
import { transactionLines } from '#cli/screens/trade/transaction'
import { type QuoteHistory, quoteStatusView } from '#cli/views/quote/quote-status'
import { chainTransactionView } from '#cli/views/trade/chain-transaction'
import type { StoredCrossQuote } from '#domain/crossing/cross-quote'
import { fail, isFailure } from '#domain/errors'
import { listFurther } from '#domain/journal/further-approvals'
import type { Network } from '#domain/network'
import type { StoredQuote } from '#domain/quotes/quote'
import type { BatchReport } from '#domain/trade/batch/batches'
import type { RouterTransaction } from '#domain/trade/router-transaction'
import { type Hex, hex } from '#domain/units'

/** The options of `status`. */
export interface RemoteStatusOptions {
  readonly watch: boolean
  readonly until: 'mined' | 'final'
  readonly confirmations: number | undefined
  readonly exitStatus: boolean
}

/**
 * What `reference` is, if no intent has it.
 * @throws `notFound` itself, the journal's `SWAP_NOT_FOUND`, if it is nothing else either; it asks for a network if
 *   it is a hash and no network is chosen.
 */
export async function findRemoteStatus(
  context: Context,
  reference: string,
  { options, notFound }: { readonly options: RemoteStatusOptions; readonly notFound: unknown },
): Promise<Result> {
  if (!isFailure(notFound, 'SWAP_NOT_FOUND')) throw notFound
  if (/^0x[0-9a-f]{64}$/.test(reference)) return readTransactionResult(context, hex(reference), options)
  const stored = isIdPrefix(reference) ? await findStoredQuote(context, reference) : undefined
  if (stored !== undefined)
    return quoteResult(context, { stored, records: await readRecords(context, stored) }, options)
  const report = /^[0-9a-f]{8,32}$/.test(reference) ? await findBatch(context, reference) : undefined
  if (report === undefined) throw notFound
  return batchResult(report, options.exitStatus)
}

async function findBatch(context: Context, reference: string): Promise<BatchReport | undefined> {
  try {
    return await (await context.batches()).report(reference, { ask: true })
  } catch (error) {
    if (isFailure(error, 'BATCH_NOT_FOUND')) return undefined
    throw error
  }
}

/** Of one network, or to another. */
async function findStoredQuote(
  context: Context,
  reference: string,
): Promise<StoredQuote | StoredCrossQuote | undefined> {
  try {
    return await (await context.service()).getQuote(reference)
  } catch (error) {
    if (isFailure(error, 'QUOTE_NOT_FOUND')) return (await context.crossing()).findQuote(reference)
    throw error
  }
}

/** Approvals by `approve`, and by a `swap` that was not signed; orders, whose swap is in no journal until it is filled. */
async function readRecords(context: Context, { quote: { id } }: StoredQuote | StoredCrossQuote): Promise<QuoteHistory> {
  const journal = await context.journal()
  const { swaps, approvals, orders } = await journal.readByQuote(id)
  const records = { journal: { findByKey: (key: string) => journal.find(key) } }
  const further = await Promise.all(swaps.map((one) => listFurther(records, one)))
  const sent = [...approvals, ...swaps, ...further.flat()]
    .flatMap(({ transactions }) => transactions)
    .filter(({ conclusion }) => conclusion.sent !== 'no')
    .map(({ hash }) => hash)
  return { approvals: sent, orders }
}

interface QuoteAsked {
  readonly stored: StoredQuote | StoredCrossQuote
  readonly records: QuoteHistory
}

function quoteResult({ clock }: Context, { stored, records }: QuoteAsked, { exitStatus }: RemoteStatusOptions): Result {
  const { quote } = stored
  const now = clock.now()
  return {
    data: quoteStatusView(stored, now, records),
    lines: (screen) => quoteStatusLines(stored, now, screen, records),
    meta: { network: quote.request.network, chainId: quote.chainId },
    exit: exitStatus ? 16 : 0,
  }
}

async function readTransactionResult(context: Context, hash: Hex, options: RemoteStatusOptions): Promise<Result> {
  if (context.settings.get('network') === undefined) throw fail('SWAP_NOT_FOUND', { id: hash, nameNetwork: true })
  const network = await requireTradable(context)
  const found = await watchTransaction(context, { network, hash }, options)
  return {
    data: chainTransactionView(found),
    lines: (screen) => transactionLines(found, network, screen),
    meta: { network: network.name, chainId: network.chainId },
    exit: options.exitStatus && found.stage !== 'confirmed' ? 16 : 0,
  }
}

interface TransactionQuery {
  readonly network: Network
  readonly hash: Hex
}

/** Its current state, or with `watch` its state once it is final. */
async function watchTransaction(
  context: Context,
  { network, hash }: TransactionQuery,
  options: RemoteStatusOptions,
): Promise<RouterTransaction> {
  const { clock, settings, out, interruption } = context
  const trader = await context.trader()
  const confirmations =
    options.until === 'mined' ? 1 : (options.confirmations ?? settings.getConfirmations(network.name))
  const read = async (): Promise<RouterTransaction> => {
    const found = await out.withSpinner('Asking the chain', trader.transaction(network.name, hash, confirmations))
    if (found === undefined) throw fail('SWAP_NOT_FOUND', { id: hash, network: network.title })
    return found
  }
  const pauseMs = Math.min(4_000, Math.max(100, network.blockTimeMs / 4))
  const redraw = options.watch ? out.startRedraw() : undefined
  let found = await read()
  const finalDepth = Math.max(1, confirmations ?? network.confirmations)
  while (options.watch && found.stage !== 'confirmed' && found.depth < finalDepth) {
    const known = `It is ${found.stage} and not final yet.`
    interruption.setPending(fail('PENDING', { what: 'The transaction', id: hash, known })) // not its end
    const shown = found
    redraw?.draw((screen) => transactionLines(shown, network, screen))
    await clock.sleep(pauseMs)
    found = await read()
  }
  redraw?.clear() // the result stands in its place
  return found
}
