/** The output of a failed command: one document for machines, one screen for people. Never a stack trace. */

import { createMeta, type RunFacts } from '#cli/out/envelope'
import { sanitize } from '#cli/out/safe-text'
import { schemaId } from '#cli/out/schema-id'
import type { Screen } from '#cli/out/screen'
import type { Json } from '#cli/out/types'
import { columnsOf } from '#cli/screens/layout/width'
import { toApiError } from '#domain/api/error'
import { fail, type LeftoverAllowance, SwapError } from '#domain/errors'
import { checksum } from '#text/checksum'
import { scrub } from '#text/scrub'

/** How much a failure may reveal, and what it never may. */
export interface FailureOptions {
  /** Values that are secret regardless of their form. */
  readonly secrets: readonly string[]
  /** The command can send a transaction, so people must be told whether one was sent. */
  readonly sends: boolean
  /** `-vv`: show the cause of a failure. */
  readonly causes: boolean
}

/**
 * Converts anything thrown to a failure of the table: anything but a `SwapError` is a bug of ours, unless a part of the
 * program could not be loaded.
 */
export function toFailure(error: unknown): SwapError {
  if (error instanceof SwapError) return error
  if (isOfLoading(error)) return fail('PROGRAM_REPLACED', {}, { cause: error })
  return fail('INTERNAL', { reason: error instanceof Error ? error.name : 'something was thrown' }, { cause: error })
}

/** By Node.js, or by a part of the program that was built with others (`scripts/build/split.mjs`). */
const isOfLoading = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'MODULE_NOT_FOUND' || error.code === 'ERR_OTHER_BUILD')

export function failureDocument(error: SwapError, run: RunFacts, telling: FailureOptions): Json {
  const clean = createCleaner(error, telling)
  const { why, txHash, swapId, approvals, leftover } = error.context
  return {
    schema: schemaId('error'),
    ok: false,
    error: {
      code: error.code,
      exitCode: error.exit,
      message: clean(error.message),
      ...(why === undefined ? {} : { why: clean(why) }),
      fix: error.fix.map(clean),
      retryable: error.row.retryable ?? false,
      ...describeSent(error, telling),
      ...(txHash === undefined ? {} : { txHash }),
      ...(swapId === undefined ? {} : { swapId }),
      ...(approvals === undefined ? {} : { approvals }),
      ...(leftover === undefined || leftover === 'none' ? {} : { leftover: leftoverView(leftover) }),
      ...(error.row.api === undefined ? {} : { apiMessage: error.row.api }),
      details: cleanValue(error.details, clean),
    },
    meta: createMeta(run),
  }
}

const leftoverView = ({ token, spender, allowance, words, command }: LeftoverAllowance): Json => ({
  token: checksum(token),
  spender: checksum(spender),
  allowance: String(allowance),
  words,
  command,
})

/** The HTTP API's own body for the same failure. */
export const apiFailure = (error: SwapError, run: RunFacts, telling: FailureOptions): Json =>
  cleanValue(toApiError(error, error.message, run.requestId()), createCleaner(error, telling))

/** What happened and whether anything was sent, why, code and exit status, and last what to do. */
export function failureLines(error: SwapError, { paint, width }: Screen, telling: FailureOptions): readonly string[] {
  const clean = createCleaner(error, telling)
  const { why, txHash, leftover } = error.context
  const message = clean(error.message)
  const said = `${message}${/[.?!]$/.test(message) ? '' : '.'}${describeSending(error, telling)}`
  const hash = txHash === undefined ? '' : ` · ${txHash}`
  return [
    `${paint.bad('✖')} ${wrapText(sanitize(said, 2_000), width - 2).join('\n  ')}`,
    ...(why === undefined ? [] : wrapText(sanitize(clean(why), 2_000), width - 2).map((line) => `  ${line}`)),
    ...(leftover === undefined || leftover === 'none'
      ? []
      : wrapText(sanitize(leftover.words, 400), width - 2).map((line) => `  ${line}`)),
    ...(telling.causes ? causesOf(error).map((line) => paint.dim(`  ${sanitize(clean(line), 400)}`)) : []),
    paint.dim(`  ${error.code} · exit ${error.exit}${hash}`),
    ...error.fix.map((line) => `  → ${paint.next(sanitize(clean(line), 400))}`),
  ].flatMap((line) => line.split('\n'))
}

/**
 * States once whether a transaction was sent, or that this is unknown, where the row says that the message does not. The
 * message itself is never searched: it may quote a node, a service or a token.
 */
function describeSending(error: SwapError, telling: FailureOptions): string {
  const { statement } = error
  if (!telling.sends || statement === 'fate') return ''
  const sent = wasSent(error, telling)
  if (sent === 'unasked') return ''
  if (sent === 'maybe') return ' Whether anything was sent is unknown.'
  if (sent) return ' A transaction WAS sent.'
  return statement === 'unsent' ? '' : ' Nothing was sent.'
}

/** For machines: true if something was sent or may have been, and absent if nothing was read that could tell. */
function describeSent(error: SwapError, telling: FailureOptions): { readonly sent?: boolean } {
  const sent = wasSent(error, telling)
  return sent === 'unasked' ? {} : { sent: sent !== false }
}

/** By the failure's context, otherwise by its row. A command that cannot send leaves nothing open. */
function wasSent({ context, row }: SwapError, { sends }: FailureOptions): boolean | 'maybe' | 'unasked' {
  if (context.sent === 'unasked') return sends && context.sent
  if (context.sent !== undefined) return context.sent
  return row.sent === 'maybe' ? sends && row.sent : row.sent === true
}

function causesOf(error: Error): readonly string[] {
  const { cause } = error
  if (cause === undefined) return []
  return cause instanceof Error ? [`${cause.name}: ${cause.message}`, ...causesOf(cause)] : [String(cause)]
}

/** Masks secrets. Hashes that the failure is about may be shown; any other 32 bytes may be a key. */
function createCleaner(error: SwapError, telling: FailureOptions): (text: string) => string {
  const { txHash, approvals = [] } = error.context
  const named = ['id', 'by', 'hash'].map((name) =>
    name in error.details ? String(error.details[name as never]) : undefined,
  )
  const shown = [txHash, ...approvals, ...named].flatMap((hash) => hash?.toLowerCase() ?? [])
  return (text) => scrub(text, telling.secrets, shown)
}

function cleanValue(value: unknown, clean: (text: string) => string): Json {
  if (typeof value === 'string') return clean(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => cleanValue(one, clean))
  if (typeof value !== 'object') return undefined
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleanValue(one, clean)]))
}

/** Breaks at spaces; a word longer than a line stays whole. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.pop()
    if (last === undefined) lines.push(word)
    else if (columnsOf(last) + 1 + columnsOf(word) > width) lines.push(last, word)
    else lines.push(`${last} ${word}`)
  }
  return lines
}
