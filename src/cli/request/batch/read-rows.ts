/** The words of a batch's file, line by line; nothing is interpreted yet. */
import { type ColumnName, isColumn, optionalColumns, type RowWords, requiredColumns } from '#cli/request/batch/columns'
import type { BatchProblem } from '#domain/failures/batch'
import { findNearest } from '#domain/failures/find-nearest'

export const maxRows = 10_000
export const maxFileBytes = 10_000_000

export interface ReadRows {
  readonly rows: readonly RowWords[]
  readonly problems: readonly BatchProblem[]
}

/** CSV as in RFC 4180 with a header, or JSONL: told apart by the first character. Lines that begin with `#` are skipped. */
export async function readRows(text: string): Promise<ReadRows> {
  const body = text.replace(/^\uFEFF/, '')
  const first = body.split(/\r?\n/).find((line) => line.trim() !== '' && !line.startsWith('#'))
  const read = first?.trimStart().startsWith('{') ? readJsonLines(body) : await readCsv(body)
  if (read.rows.length === 0 && read.problems.length === 0)
    return { rows: [], problems: [{ line: 1, message: 'there is no row' }] }
  if (read.rows.length <= maxRows) return read
  return { rows: [], problems: [{ line: 1, message: `there are ${read.rows.length} rows, more than ${maxRows}` }] }
}

interface CsvRecord {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

async function readCsv(text: string): Promise<ReadRows> {
  const { parse, CsvError } = await import('csv-parse/sync')
  let records: readonly CsvRecord[]
  try {
    records = parse(text, {
      comment: '#',
      comment_no_infix: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as readonly CsvRecord[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = typeof error['lines'] === 'number' ? error['lines'] : 1
    return { rows: [], problems: [{ line, message: `this is not CSV: ${error.message}` }] }
  }
  const [head, ...body] = records
  if (head === undefined) return { rows: [], problems: [] }
  const problems = checkHeader(head)
  if (problems.length > 0) return { rows: [], problems }
  return toRows(head.record, body)
}

function checkHeader({ record, info: { lines: line } }: CsvRecord): readonly BatchProblem[] {
  const missing = requiredColumns.filter((name) => !record.includes(name))
  const repeated = record.filter((name, i) => record.indexOf(name) !== i)
  return [
    ...record.filter((name) => !isColumn(name)).map((name) => ({ line, message: unknownColumn(name) })),
    ...missing.map((name) => ({ line, message: `the column ${name} is missing` })),
    ...repeated.map((name) => ({ line, message: `the column ${name} is there twice` })),
  ]
}

function unknownColumn(name: string): string {
  const [near] = findNearest(name, [...requiredColumns, ...optionalColumns])
  return `there is no column "${name}"${near === undefined ? '' : `; did you mean ${near}?`}`
}

function toRows(header: readonly string[], body: readonly CsvRecord[]): ReadRows {
  const rows: RowWords[] = []
  const problems: BatchProblem[] = []
  for (const { record, info } of body) {
    const line = info.lines - record.join('').split('\n').length + 1 // a quoted cell may have several
    if (record.length === header.length) rows.push({ line, words: toWords(header.map((name, i) => [name, record[i]])) })
    else problems.push({ line, message: `it has ${record.length} cells, the header has ${header.length}` })
  }
  return { rows, problems }
}

/** Without empty cells. */
const toWords = (cells: readonly (readonly [string, string | undefined])[]): RowWords['words'] =>
  Object.fromEntries(cells.filter(([, value]) => value !== undefined && value !== ''))

function readJsonLines(text: string): ReadRows {
  const rows: RowWords[] = []
  const problems: BatchProblem[] = []
  for (const [i, source] of text.split(/\r?\n/).entries()) {
    if (source.trim() === '' || source.startsWith('#')) continue
    const line = i + 1
    const read = readJsonRow(source)
    if (typeof read === 'string') problems.push({ line, message: read })
    else rows.push({ line, words: read })
  }
  return { rows, problems }
}

/** The row's words, or what is wrong with it. */
function readJsonRow(source: string): RowWords['words'] | string {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    return 'this is not JSON'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'this is not an object'
  const repeated = findRepeatedName(source)
  if (repeated !== undefined) return `${repeated} is there twice`
  const cells: [ColumnName, string][] = []
  for (const [name, member] of Object.entries(value)) {
    if (!isColumn(name)) return unknownColumn(name)
    const word = toWord(name, member)
    if (word === undefined) return `${name} has to be a text: a JSON number may lose digits`
    cells.push([name, word])
  }
  return toWords(cells)
}

/** A name that valid JSON gives two members of the outer object: `JSON.parse` keeps the last one and says nothing. */
function findRepeatedName(source: string): string | undefined {
  const names = new Set<string>()
  let depth = 0
  for (const [token, text, colon] of source.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/g)) {
    if (text === undefined) depth += token === '{' || token === '[' ? 1 : -1
    if (text === undefined || colon === undefined || depth !== 1) continue
    const name: string = JSON.parse(text)
    if (names.has(name)) return name
    names.add(name)
  }
  return undefined
}

function toWord(name: ColumnName, value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim()
  if (value === null) return ''
  if (name === 'id' && Number.isSafeInteger(value)) return String(value)
  if (name === 'after' && Array.isArray(value) && value.every((id) => typeof id === 'string')) return value.join(' ')
  return undefined
}
