import { existsSync } from 'node:fs'
import type { Context } from '#cli/context'
import { isIdPrefix, parseQuoteReference } from '#cli/parse/reference'
import { requireTradable } from '#cli/request/quote-options'
import type { QuoteBundle } from '#domain/debugging/bundle'
import type { ReplayableBundle } from '#domain/debugging/debugging'
import { fail } from '#domain/errors'
import type { RouterTransaction } from '#domain/trade/router-transaction'
import { type Hex, hex } from '#domain/units'

/** A quote, a bundle or a transaction, as typed. @throws `VALIDATION_FAILED` when empty */
export function parseCase(text: string): string {
  const word = text.trim()
  if (word === '') throw fail('VALIDATION_FAILED', { reason: 'an empty reference' })
  return word
}

export const toHash = (text: string): Hex | undefined =>
  /^0x[0-9a-f]{64}$/i.test(text) ? hex(text.toLowerCase()) : undefined

/** Whether a word is a file rather than an id: it exists, or it looks like a path. */
export const isBundlePath = (text: string): boolean =>
  text === '-' || (!isIdPrefix(text.toLowerCase()) && text !== 'last') || existsSync(text)

/** A bundle, and the swap it was made for if that is a transaction of another machine. */
export interface FoundCase {
  readonly bundle: ReplayableBundle
  readonly transaction: RouterTransaction | undefined
}

/**
 * The bundle that a word names: a file, a stored quote, whose pools are read again, or a transaction: of one that this
 * machine sent its quote, of any other the best route on the state before its block.
 * @throws `BUNDLE_INVALID`, `BUNDLE_INCOMPLETE`, `BUNDLE_NOT_POSSIBLE`, `QUOTE_STATE_GONE`, `BLOCK_NOT_AVAILABLE`,
 *   `SWAP_NOT_FOUND`
 */
export async function findBundle(context: Context, word: string): Promise<FoundCase> {
  const hash = toHash(word)
  const debugging = await context.debugging()
  const spin = <T>(work: Promise<T>) => context.out.withSpinner('Reading the pools of its block', work)
  const record = async (reference: string): Promise<FoundCase> => ({
    bundle: requireWhole(await spin(debugging.record(reference))),
    transaction: undefined,
  })
  if (hash !== undefined) {
    const own = (await (await context.journal()).find(hash))?.trade?.quoteId
    return own === undefined ? findForeign(context, hash) : record(own)
  }
  if (!isBundlePath(word)) return record(parseQuoteReference(word))
  const { readBundle } = await import('#cli/request/debugging/bundle-file')
  return { bundle: requireWhole((await readBundle(context, word)).bundle), transaction: undefined }
}

/** @throws `SWAP_NOT_FOUND` if no endpoint of the chosen network knows it */
async function findForeign(context: Context, hash: Hex): Promise<FoundCase> {
  const network = await requireTradable(context)
  const debugging = await context.debugging()
  const asked = debugging.recordTransaction(network.name, hash)
  const found = await context.out.withSpinner('Reading the pools before its block', asked)
  if (found === undefined) throw fail('SWAP_NOT_FOUND', { id: hash, network: network.title })
  return { bundle: requireWhole(found.bundle), transaction: found.transaction }
}

export function requireWhole(bundle: QuoteBundle): ReplayableBundle {
  const { market, quote } = bundle
  if (market === undefined) throw fail('BUNDLE_INCOMPLETE', { missing: 'pools' })
  if (quote === undefined) throw fail('BUNDLE_INCOMPLETE', { missing: 'quote' })
  return { ...bundle, market, quote }
}
