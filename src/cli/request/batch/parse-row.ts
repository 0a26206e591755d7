/** One row's words in units, as far as neither tokens nor accounts are needed. */
import { parseAddress } from '#cli/parse/address'
import { type ParsedAmount, parseAmount } from '#cli/parse/amount'
import { isOnDay } from '#cli/parse/moment'
import { choiceParser, parseDuration } from '#cli/parse/plain'
import { parseRatio, parseSlippage } from '#cli/parse/slippage'
import { parseTokenWord } from '#cli/parse/token-word'
import { type ColumnName, type RowWords, requiredColumns } from '#cli/request/batch/columns'
import { approvalModes } from '#cli/settings/table'
import { fail, SwapError } from '#domain/errors'
import type { BatchProblem } from '#domain/failures/batch'
import type { Network } from '#domain/network'
import { requestLimits } from '#domain/quotes/quote'
import type { BatchOrder } from '#domain/trade/batch/order'
import type { PlannedRow } from '#domain/trade/batch/plan'
import { type Address, type Ppm, type Seconds, seconds } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

/** A row without its tokens and its account. */
export interface ParsedRow {
  readonly line: number
  readonly id: string
  readonly network: Network
  readonly sell: string
  readonly amount: ParsedAmount
  readonly buy: string
  readonly minimumOut: ParsedAmount | undefined
  readonly slippage: Ppm
  readonly maxImpact: Ppm
  readonly to: Address | undefined
  readonly account: string | undefined
  readonly approve: BatchOrder['approve']
  readonly after: readonly string[]
  readonly notBefore: Seconds | undefined
  readonly deadlineSeconds: number
  readonly note: string | undefined
}

/** What this machine allows. */
export interface RowLimits {
  readonly maxSlippage: Ppm
  /** A row of a file may name another one. */
  readonly maxImpact: Ppm
}

/** What a row means where it says nothing. */
export interface RowDefaults extends RowLimits {
  readonly slippage: Ppm
  readonly approve: BatchOrder['approve']
  readonly deadlineSeconds: number
}

/** The row, or everything that is wrong with it. */
export function parseRow({ line, words }: RowWords, defaults: RowDefaults): ParsedRow | readonly BatchProblem[] {
  const problems: BatchProblem[] = []
  /** Of an absent cell: `otherwise`. */
  function read<T, U>(name: ColumnName, parse: (text: string) => T, otherwise: U): T | U {
    const text = words[name]
    if (text === undefined) return otherwise
    const parsed = attempt(() => parse(text))
    if (!('problem' in parsed)) return parsed.value
    problems.push({ line, message: `${name}: ${parsed.problem}` })
    return otherwise
  }
  for (const name of requiredColumns)
    if (words[name] === undefined) problems.push({ line, message: `${name} is missing` })
  const row = {
    line,
    id: read('id', parseRowId, undefined),
    network: read('network', getNetworkEntry, undefined),
    sell: read('sell', parseTokenWord, undefined),
    amount: read('amount', parseAmount, undefined),
    buy: read('buy', parseTokenWord, undefined),
    minimumOut: read('min_out', parseMinimum, undefined),
    slippage: read('slippage', parseRowSlippage, defaults.slippage),
    maxImpact: read('max_impact', parseRatio, defaults.maxImpact),
    to: read('to', parseAddress, undefined),
    account: words.account,
    approve: read('approve', choiceParser(approvalModes), defaults.approve),
    after: read('after', parseIds, []),
    notBefore: read('not_before', parseTime, undefined),
    deadlineSeconds: read('deadline', parseDeadline, defaults.deadlineSeconds),
    note: read('note', parseNote, undefined),
  }
  problems.push(...toProblem(line, 'slippage', () => requireSlippage(row.slippage, defaults.maxSlippage)))
  const { id, network, sell, amount, buy } = row
  const isWhole = id !== undefined && network !== undefined && sell !== undefined && amount !== undefined
  if (problems.length > 0 || !isWhole || buy === undefined) return problems
  return { ...row, id, network, sell, amount, buy }
}

/** What the row of a plan says beyond what a row of a file may say. */
export function checkLimits({ order, quote }: PlannedRow, limits: RowLimits): readonly BatchProblem[] {
  const { line, id, slippage, maxImpact, deadlineSeconds, note } = order
  return [
    ...toProblem(line, 'id', () => parseRowId(id)),
    ...toProblem(line, 'slippage', () => requireSlippage(slippage, limits.maxSlippage)),
    // the minimum of a quote limits the impact of its row, too
    ...toProblem(line, 'max_impact', () => quote ?? requireImpact(maxImpact, limits.maxImpact)),
    ...toProblem(line, 'deadline', () => requireDeadline(deadlineSeconds)),
    ...toProblem(line, 'note', () => parseNote(note ?? '')),
  ]
}

function toProblem(line: number, name: ColumnName, work: () => unknown): readonly BatchProblem[] {
  const done = attempt(work)
  return 'problem' in done ? [{ line, message: `${name}: ${done.problem}` }] : []
}

/** The value, or the reason why there is none. */
export function attempt<T>(work: () => T): { readonly value: T } | { readonly problem: string } {
  try {
    return { value: work() }
  } catch (error) {
    return { problem: describeProblem(error) }
  }
}

/** The message of a failure of the table. @throws any other error */
export function describeProblem(error: unknown): string {
  if (!(error instanceof SwapError)) throw error
  return error.message.replace(/^Wrong parameters: /, '').replace(/\.$/, '')
}

const reject = (reason: string) => fail('VALIDATION_FAILED', { reason })

function parseRowId(text: string): string {
  if (/^[\w.@/+-]{1,60}$/.test(text)) return text
  throw reject('up to 60 letters, digits and . @ / + - _')
}

function parseMinimum(text: string): ParsedAmount {
  const parsed = parseAmount(text)
  if (parsed.kind === 'share' || parsed.kind === 'max') throw reject('a minimum is an amount: 1.5 or raw:1500000')
  return parsed
}

function parseRowSlippage(text: string): Ppm {
  if (text.trim().toLowerCase() === 'auto') throw reject('auto is measured for one swap: write a share, as 0.5%')
  return parseSlippage(text)
}

function requireSlippage(value: Ppm, allowed: Ppm): void {
  const max = Math.min(allowed, requestLimits.slippagePpm)
  if (value > max) throw reject(`${value / 10_000}% is above the limit of ${max / 10_000}%`)
}

function requireImpact(value: Ppm, max: Ppm): void {
  if (value > max)
    throw reject(`${value / 10_000}% is above the limit of ${max / 10_000}%, and the plan has no minimum`)
}

const parseIds = (text: string): readonly string[] => [...new Set(text.split(/[\s;|]+/).filter((id) => id !== ''))]

/** ISO 8601 with its zone: a time without one would depend on the machine. */
function parseTime(text: string): Seconds {
  const [, day] = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  const time = day !== undefined && isOnDay(Date.parse(day), day) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw reject(`"${text}" is not a time: write 2026-01-31T09:30:00Z`)
  return seconds(Math.floor(time / 1_000))
}

const parseDeadline = (text: string): Seconds => requireDeadline(parseDuration(text))

function requireDeadline<T extends number>(value: T): T {
  if (value < 30 || value > 900) throw reject('a deadline lies between 30s and 15m')
  return value
}

function parseNote(text: string): string {
  if (text.length <= 200) return text
  throw reject('a note has at most 200 characters')
}
