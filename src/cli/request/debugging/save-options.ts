/** Options of the commands whose quote can be recorded, and the recording. Loads nothing until a file is to be written. */
import { existsSync } from 'node:fs'
import type { Context } from '#cli/context'
import { toFailure } from '#cli/out/failure'
import { parsePath } from '#cli/parse/plain'
import type { RecordedTransaction } from '#domain/debugging/bundle'
import { fail, type SwapError } from '#domain/errors'
import type { RevertReason } from '#domain/failures/revert-reason'
import type { Intent } from '#domain/journal/swap'
import { purposeOf } from '#domain/journal/swap'
import { hex, type QuoteId } from '#domain/units'
import { scrub } from '#text/scrub'

export const saveOptions = {
  save: { flag: '--save <file>', about: 'write a bundle: all that the quote was computed from', parse: parsePath },
  bundleOnError: {
    flag: '--bundle-on-error <file>',
    about: 'write a bundle if the command fails',
    parse: parsePath,
  },
} as const

export interface SaveInput {
  readonly save: string | undefined
  readonly bundleOnError: string | undefined
}

/**
 * Runs a command; if it fails, writes what is known of its last request.
 * @throws `USAGE` before anything is done if a file is there already; otherwise what `work` throws
 */
export async function withBundles(context: Context, input: SaveInput, work: () => Promise<void>): Promise<void> {
  requireNewFile(input.save, '--save')
  requireNewFile(input.bundleOnError, '--bundle-on-error')
  if (input.bundleOnError === undefined) return work()
  const path = input.bundleOnError
  try {
    await work()
  } catch (error) {
    await saveFailure(context, path, toFailure(error))
    throw error
  }
}

function requireNewFile(path: string | undefined, option: string): void {
  if (path !== undefined && existsSync(path))
    throw fail('USAGE', { reason: `${path} exists already.`, fix: `choose another file: ${option} <file>` })
}

/** Writes the bundle of a quote that this process made. @throws `BUNDLE_INCOMPLETE` if it did not make it; `USAGE` */
export async function saveQuote(context: Context, path: string, id: QuoteId): Promise<void> {
  const bundle = (await context.debugging()).recorded(id)
  if (bundle === undefined) throw fail('BUNDLE_INCOMPLETE', { missing: 'pools' })
  const { writeBundle } = await import('#cli/request/debugging/bundle-file')
  writeBundle(path, bundle)
  noteSaved(context, path)
}

/** Writes the bundle of a swap's quote. The swap is done: a file that cannot be written does not change how it ended. */
export async function saveSwap(context: Context, path: string, intent: Intent): Promise<void> {
  try {
    const debugging = await context.debugging()
    const id = intent.trade?.quoteId
    if (id === undefined) throw fail('BUNDLE_INCOMPLETE', { missing: 'quote' })
    const bundle = debugging.recorded(id) ?? (await debugging.record(id))
    const { writeBundle } = await import('#cli/request/debugging/bundle-file')
    writeBundle(path, { ...bundle, transaction: toRecorded(intent) })
    noteSaved(context, path)
  } catch (error) {
    const { message } = toFailure(error)
    context.out.note(({ paint }) => [paint.warn(`  No bundle was written: ${scrub(message)}`)])
  }
}

function toRecorded(intent: Intent): RecordedTransaction | undefined {
  const sent = purposeOf(intent)
  if (sent === undefined) return undefined
  const { hash, stage, conclusion } = sent
  return { hash, stage, revert: toRecordedWords(conclusion.receipt?.reason) }
}

/** Why it reverted, but for the words of a node or a connection: they may name hosts. */
export function toRecordedWords(reason: RevertReason | undefined): string | undefined {
  if (reason === undefined) return undefined
  const isOfContract = reason.class !== 'unknown' || reason.words.startsWith('a contract ')
  return isOfContract ? reason.words : undefined
}

async function saveFailure(context: Context, path: string, failure: SwapError): Promise<void> {
  try {
    const bundle = (await context.debugging()).recorded()
    if (bundle === undefined) return
    const { writeBundle } = await import('#cli/request/debugging/bundle-file')
    const { code, exit, context: known } = failure
    const transaction = known.txHash === undefined ? undefined : { hash: hex(known.txHash), stage: 'unknown' }
    writeBundle(path, { ...bundle, transaction, failure: { code, exit } }, { option: '--bundle-on-error' })
    noteSaved(context, path, bundle.quote === undefined ? 'bundle inspect' : 'explain')
  } catch (error) {
    const { message } = toFailure(error) // the command's own failure is what counts
    context.out.note(({ paint }) => [paint.warn(`  No bundle was written: ${scrub(message)}`)])
  }
}

/** @param next what reads it: without a quote there is nothing to explain */
const noteSaved = ({ out }: Context, path: string, next: 'explain' | 'bundle inspect' = 'explain'): void =>
  out.note(({ paint }) => [`  Bundle   ${path}`, `  Next     ${paint.next(`swapline ${next} ${path}`)}`])
