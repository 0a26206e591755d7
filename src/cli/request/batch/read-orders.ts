import { readFileSync, statSync } from 'node:fs'
import type { Context } from '#cli/context'
import { checkLimits, type ParsedRow, parseRow, type RowDefaults } from '#cli/request/batch/parse-row'
import { maxFileBytes, readRows } from '#cli/request/batch/read-rows'
import { checkIds, resolveOrders } from '#cli/request/batch/resolve-orders'
import { fail, type SwapError } from '#domain/errors'
import type { BatchProblem } from '#domain/failures/batch'
import type { BatchOrder } from '#domain/trade/batch/order'
import type { BatchPlan } from '#domain/trade/batch/plan'

/** A file's text, or that of standard input for `-`. @throws `USAGE` */
export async function readBatchFile(context: Context, path: string): Promise<string> {
  const text = path === '-' ? await context.readStdin() : readFileText(path)
  if (Buffer.byteLength(text) > maxFileBytes) throw tooLarge(path)
  return text
}

function readFileText(path: string): string {
  try {
    if (statSync(path).size > maxFileBytes) throw tooLarge(path)
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
    throw fail('USAGE', {
      reason: `${path} cannot be read: ${String(error.code)}.`,
      fix: 'name a file, or - for stdin',
    })
  }
}

const tooLarge = (path: string) =>
  fail('USAGE', { reason: `${path} is larger than ${maxFileBytes / 1_000_000} MB.`, fix: 'make several batches of it' })

interface OrdersInput {
  readonly text: string
  readonly source: string
  readonly allowUnlisted: boolean
  /** Called with the ids of the rows before anything else is known of them. */
  readonly onIds?: (ids: readonly string[]) => void
}

/** Every row of a file of orders. @throws `BATCH_INVALID` with everything that is wrong with it */
export async function readOrders(
  context: Context,
  { text, source, allowUnlisted, onIds }: OrdersInput,
): Promise<readonly BatchOrder[]> {
  const read = await readRows(text)
  const defaults = getDefaults(context)
  const problems: BatchProblem[] = [...read.problems, ...checkIds(read.rows)]
  const rows: ParsedRow[] = []
  for (const words of read.rows) {
    const parsed = parseRow(words, defaults)
    if ('id' in parsed) rows.push(parsed)
    else problems.push(...parsed)
  }
  const ids = new Set(read.rows.flatMap(({ words }) => words.id ?? []))
  onIds?.([...ids])
  const resolved = await resolveOrders(context, { rows, ids }, allowUnlisted)
  problems.push(...resolved.problems)
  if (problems.length > 0) throw refuse(context, { source, problems })
  return resolved.orders
}

/** A plan of another machine keeps to the limits of this one. @throws `BATCH_INVALID` with everything beyond them */
export function requireWithinLimits(context: Context, source: string, { rows }: Pick<BatchPlan, 'rows'>): void {
  const limits = getDefaults(context)
  const problems = rows.flatMap((row) => checkLimits(row, limits))
  if (problems.length > 0) throw refuse(context, { source, problems, isPlan: true })
}

interface Refusal {
  readonly source: string
  readonly problems: readonly BatchProblem[]
  readonly isPlan?: true
}

/** Tells every problem; the failure's message names the first one. */
function refuse({ out }: Context, { source, problems, ...kind }: Refusal): SwapError {
  const sorted = [...problems].sort((a, b) => a.line - b.line)
  out.note(() => sorted.map(({ line, message }) => `  line ${line}  ${message}`))
  return fail('BATCH_INVALID', { source: source === '-' ? 'Standard input' : source, problems: sorted, ...kind })
}

function getDefaults({ settings }: Context): RowDefaults {
  return {
    slippage: settings.get('trade.slippagePpm'),
    maxSlippage: settings.get('trade.maxSlippagePpm'),
    maxImpact: settings.get('trade.maxImpactPpm'),
    approve: settings.get('trade.approve'),
    deadlineSeconds: settings.get('trade.deadlineSec'),
  }
}
