import { existsSync } from 'node:fs'
import type { Context } from '#cli/context'
import { isIdPrefix, parseQuoteReference } from '#cli/parse/reference'
import type { QuoteBundle } from '#domain/debugging/bundle'
import type { ReplayableBundle } from '#domain/debugging/debugging'
import { fail } from '#domain/errors'
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

/**
 * The bundle that a word names: a file, a stored quote, whose pools are read again, or a transaction that this machine
 * sent.
 * @throws `BUNDLE_INVALID`, `BUNDLE_INCOMPLETE`, `BUNDLE_NOT_POSSIBLE`, `QUOTE_NOT_FOUND`, `SWAP_NOT_FOUND`
 */
export async function findBundle(context: Context, word: string): Promise<ReplayableBundle> {
  return requireWhole(await readCase(context, word))
}

async function readCase(context: Context, word: string): Promise<QuoteBundle> {
  const hash = toHash(word)
  const debugging = await context.debugging()
  const record = (reference: string) =>
    context.out.withSpinner('Reading the pools of its block', debugging.record(reference))
  if (hash !== undefined) return record(await findQuoteOf(context, hash))
  if (!isBundlePath(word)) return record(parseQuoteReference(word))
  const { readBundle } = await import('#cli/request/debugging/bundle-file')
  return (await readBundle(context, word)).bundle
}

/** The quote behind a transaction of this machine's journal. @throws `SWAP_NOT_FOUND` */
async function findQuoteOf(context: Context, hash: Hex): Promise<string> {
  const intent = await (await context.journal()).find(hash)
  if (intent?.trade === undefined) throw fail('SWAP_NOT_FOUND', { id: hash })
  return intent.trade.quoteId
}

export function requireWhole(bundle: QuoteBundle): ReplayableBundle {
  const { market, quote } = bundle
  if (market === undefined) throw fail('BUNDLE_INCOMPLETE', { missing: 'pools' })
  if (quote === undefined) throw fail('BUNDLE_INCOMPLETE', { missing: 'quote' })
  return { ...bundle, market, quote }
}
