/** What a failed command says: one document for machines, one screen for people. Never a stack trace. */
import { metaOf, type RunFacts } from '#cli/out/envelope'
import type { Screen } from '#cli/out/screen'
import type { Json } from '#cli/out/types'
import { safe } from '#cli/safe-text'
import { scrub } from '#cli/scrub'
import { apiError } from '#domain/api/error'
import { fail, SwapError } from '#domain/errors'

/** How much may be said, and what never. */
export interface Telling {
  /** Values that are secret whatever they look like. */
  readonly secrets: readonly string[]
  /** The command can send a transaction, so people need to hear whether one went out. */
  readonly sends: boolean
  /** `-vv`: say what lies under a failure. */
  readonly causes: boolean
}

/** Anything thrown, as a failure of the table: what is no `SwapError` is a bug of ours. */
export function asFailure(error: unknown): SwapError {
  if (error instanceof SwapError) return error
  return fail('INTERNAL', { reason: error instanceof Error ? error.name : 'something was thrown' }, { cause: error })
}

export function failureDocument(error: SwapError, run: RunFacts, telling: Telling): Json {
  const clean = cleaner(error, telling)
  const { why, txHash, swapId, sent, approvals } = error.context
  return {
    schema: 'swapline/error@1',
    ok: false,
    error: {
      code: error.code,
      exitCode: error.exit,
      message: clean(error.message),
      ...(why === undefined ? {} : { why: clean(why) }),
      fix: error.fix.map(clean),
      retryable: error.row.retryable ?? false,
      sent: wasSent(error, sent),
      ...(txHash === undefined ? {} : { txHash }),
      ...(swapId === undefined ? {} : { swapId }),
      ...(approvals === undefined ? {} : { approvals }),
      ...(error.row.api === undefined ? {} : { apiMessage: error.row.api }),
      details: cleaned(error.details, clean),
    },
    meta: metaOf(run),
  }
}

/** The HTTP API's own body for the same failure. */
export const apiFailure = (error: SwapError, run: RunFacts, telling: Telling): Json =>
  cleaned(apiError(error, error.message, run.requestId()), cleaner(error, telling))

/** What happened and whether anything was sent, why, code and exit status, and last what to do. */
export function failureLines(error: SwapError, { paint, width }: Screen, telling: Telling): readonly string[] {
  const clean = cleaner(error, telling)
  const { why, txHash } = error.context
  const message = clean(error.message)
  const said = `${message}${/[.?!]$/.test(message) ? '' : '.'}${sentence(error, telling)}`
  const hash = txHash === undefined ? '' : ` · ${txHash}`
  return [
    `${paint.bad('✖')} ${wrap(safe(said, 2_000), width - 2).join('\n  ')}`,
    ...(why === undefined ? [] : wrap(safe(clean(why), 2_000), width - 2).map((line) => `  ${line}`)),
    ...(telling.causes ? causesOf(error).map((line) => paint.dim(`  ${safe(clean(line), 400)}`)) : []),
    paint.dim(`  ${error.code} · exit ${error.exit}${hash}`),
    ...error.fix.map((line) => `  → ${paint.next(safe(clean(line), 400))}`),
  ].flatMap((line) => line.split('\n'))
}

/** Whether money may have moved is said in words, unless the message said it already. */
function sentence(error: SwapError, telling: Telling): string {
  if (!telling.sends || error.context.txHash !== undefined || /\bsent\b|\bsigned\b|on chain/i.test(error.message))
    return ''
  return wasSent(error, error.context.sent) ? ' A transaction WAS sent.' : ' Nothing was sent.'
}

const sentByNature = new Set(['REVERTED', 'PENDING', 'OUTCOME_UNKNOWN', 'RECEIVED_UNKNOWN', 'REPLACED'])
const wasSent = (error: SwapError, sent: boolean | undefined): boolean => sent ?? sentByNature.has(error.code)

function causesOf(error: Error): readonly string[] {
  const { cause } = error
  if (cause === undefined) return []
  return cause instanceof Error ? [`${cause.name}: ${cause.message}`, ...causesOf(cause)] : [String(cause)]
}

/** Hashes that the failure is about may be shown, any other 32 bytes may be a key. */
function cleaner(error: SwapError, telling: Telling): (text: string) => string {
  const { txHash, approvals = [] } = error.context
  const named = ['id', 'by'].map((name) => (name in error.details ? String(error.details[name as never]) : undefined))
  const shown = [txHash, ...approvals, ...named].flatMap((hash) => hash?.toLowerCase() ?? [])
  return (text) => scrub(text, telling.secrets, shown)
}

function cleaned(value: unknown, clean: (text: string) => string): Json {
  if (typeof value === 'string') return clean(value)
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => cleaned(one, clean))
  if (typeof value !== 'object') return undefined
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleaned(one, clean)]))
}

/** Breaks at spaces; a word longer than a line stays whole. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.pop()
    if (last === undefined) lines.push(word)
    else if (last.length + 1 + word.length > width) lines.push(last, word)
    else lines.push(`${last} ${word}`)
  }
  return lines
}
