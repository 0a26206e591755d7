/** `status` of what the journal of this machine does not know: a quote, or a transaction that the chain tells of. */
import type { Context } from '#cli/context'
import type { Result } from '#cli/out/types'
import { isIdPrefix } from '#cli/parse/reference'
import { tradable } from '#cli/quote-options'
import { quoteStatusLines } from '#cli/screens/quote-status'
import { transactionLines } from '#cli/screens/transaction'
import { chainTransactionView } from '#cli/views/chain-transaction'
import { quoteStatusView } from '#cli/views/quote-status'
import { fail, isFailure } from '#domain/errors'
import type { Network } from '#domain/network'
import type { StoredQuote } from '#domain/quote'
import type { RouterTransaction } from '#domain/router-transaction'
import { type Hex, hex } from '#domain/units'

/** The options of `status`. */
export interface StatusOptions {
  readonly watch: boolean
  readonly until: 'mined' | 'final'
  readonly confirmations: number | undefined
  readonly exitStatus: boolean
}

/**
 * What `reference` is, where no intent has it.
 * @throws `notFound` itself, the journal's `SWAP_NOT_FOUND`, where it is nothing else either; with the network to name
 *   where it is a hash and no network is chosen.
 */
export async function statusElsewhere(
  context: Context,
  reference: string,
  { options, notFound }: { readonly options: StatusOptions; readonly notFound: unknown },
): Promise<Result> {
  if (!isFailure(notFound, 'SWAP_NOT_FOUND')) throw notFound
  if (/^0x[0-9a-f]{64}$/.test(reference)) return transactionResult(context, hex(reference), options)
  const stored = isIdPrefix(reference) ? await storedQuote(context, reference) : undefined
  if (stored === undefined) throw notFound
  return quoteResult(context, stored, options)
}

async function storedQuote(context: Context, reference: string): Promise<StoredQuote | undefined> {
  try {
    return await (await context.service()).stored(reference)
  } catch (error) {
    if (isFailure(error, 'QUOTE_NOT_FOUND')) return undefined
    throw error
  }
}

function quoteResult({ clock }: Context, stored: StoredQuote, { exitStatus }: StatusOptions): Result {
  const { quote } = stored
  const now = clock.now()
  return {
    data: quoteStatusView(stored, now),
    lines: (screen) => quoteStatusLines(stored, now, screen),
    meta: { network: quote.request.network, chainId: quote.chainId },
    exit: exitStatus ? 16 : 0,
  }
}

async function transactionResult(context: Context, hash: Hex, options: StatusOptions): Promise<Result> {
  if (context.settings.get('network') === undefined) throw fail('SWAP_NOT_FOUND', { id: hash, nameNetwork: true })
  const network = await tradable(context)
  const found = await watched(context, { network, hash }, options)
  return {
    data: chainTransactionView(found),
    lines: (screen) => transactionLines(found, network, screen),
    meta: { network: network.name, chainId: network.chainId },
    exit: options.exitStatus && found.stage !== 'confirmed' ? 16 : 0,
  }
}

interface Wanted {
  readonly network: Network
  readonly hash: Hex
}

/** As it is now, or with `watch` once it is final. */
async function watched(
  context: Context,
  { network, hash }: Wanted,
  options: StatusOptions,
): Promise<RouterTransaction> {
  const { clock, settings, out, interruption } = context
  const trader = await context.trader()
  const confirmations = options.until === 'mined' ? 1 : (options.confirmations ?? settings.confirmations(network.name))
  const read = async (): Promise<RouterTransaction> => {
    const found = await out.during('Asking the chain', trader.transaction(network.name, hash, confirmations))
    if (found === undefined) throw fail('SWAP_NOT_FOUND', { id: hash, network: network.title })
    return found
  }
  const pauseMs = Math.min(4_000, Math.max(100, network.blockTimeMs / 4))
  let found = await read()
  while (options.watch && (found.stage === 'submitted' || found.stage === 'mined')) {
    const known = `It is ${found.stage} and not final yet.`
    interruption.awaits(fail('PENDING', { what: 'The transaction', id: hash, known })) // ending the wait is no end of it
    await clock.sleep(pauseMs)
    found = await read()
  }
  return found
}
