import type { Clock } from '#domain/clock'
import { fail, isFailure } from '#domain/errors'
import { encodeLossless } from '#domain/lossless-json'
import type { Quote, StoredQuote } from '#domain/quotes/quote'
import type { QuoteStore } from '#domain/service/stores'
import { type Hex, type QuoteId, type Seconds, seconds } from '#domain/units'
import type { SqlRow } from '#store/database'
import { toIdRange } from '#store/id-prefix'
import { decodeRow, integer, maybeInteger, text } from '#store/row'
import { decodeQuote, encodeQuote } from '#store/service/packed-quote'
import { type Sql, toTimeExpression } from '#store/sql'

/** Seconds that a quote is kept after it expired, so that a swap of last month can still be explained. */
export const quoteRetentionSeconds = 30 * 86_400

/** How old quotes are deleted: after every `every` puts, up to `max` of them, so that no caller waits long for it. */
export interface RetentionPolicy {
  readonly every: number
  readonly max: number
}

export interface QuoteStoreContext {
  readonly sql: Sql
  /** The same database with a weaker durability, for new quotes but not for their use; `sql` if absent. */
  readonly inserts?: Sql
  /** Absent: only when `sweep` is called. */
  readonly retention?: RetentionPolicy
  /** Absent: every quote is written when it is put. */
  readonly batching?: WriteBatching
}

/**
 * Quotes that are put within this many milliseconds are written by one statement, as the cost of a write is waiting for
 * the disk. Each is stored when its `put` resolves.
 */
export interface WriteBatching {
  readonly delayMs: number
  readonly sleep: Clock['sleep']
}

export function createQuoteStore({
  sql,
  inserts = sql,
  retention: sweeping,
  batching: gathering,
}: QuoteStoreContext): QuoteStore {
  let made = 0
  const write = (rows: readonly QuoteRow[]) => put(inserts, rows)
  const putOne = gathering === undefined ? (row: QuoteRow) => write([row]) : batchWrites(gathering, write)
  return {
    put: async (quote) => {
      await putOne({ quote, body: encodeQuote(quote) })
      made += 1
      if (sweeping !== undefined && made % sweeping.every === 0)
        await sweep(sql, seconds(quote.createdAt - quoteRetentionSeconds), sweeping.max)
    },
    get: (reference) => get(sql, reference),
    consume: (id, now, payloadHash) => consume(sql, { id, now, payloadHash }),
    findByPayload: (payloadHash) => findByPayload(sql, payloadHash),
    sweep: (before, max) => sweep(sql, before, max),
  }
}

/** Encoded before it joins others, so that a quote that cannot be written fails alone. */
interface QuoteRow {
  readonly quote: Quote
  readonly body: string
}

async function put(sql: Sql, rows: readonly QuoteRow[]): Promise<void> {
  const inserted = await sql.run(
    `INSERT INTO quotes (id, body, expires_at) VALUES ${rows.map(() => '(?, ?, ?)').join(', ')} ON CONFLICT DO NOTHING`,
    ...rows.flatMap(({ quote, body }) => [quote.id, body, quote.expiresAt]),
  )
  if (inserted < rows.length)
    await checkStoredTerms(
      sql,
      rows.map(({ quote }) => quote),
    )
}

/**
 * If a service keeps its quotes in this very store, its quote is there already when its client puts it, with more facts
 * than the client was given; the stored one is kept.
 * @throws `INTERNAL` if another trade has the id
 */
async function checkStoredTerms(sql: Sql, quotes: readonly Quote[]): Promise<void> {
  for (const quote of quotes) {
    const { quote: kept } = await get(sql, quote.id)
    if (termsOf(kept) !== termsOf(quote)) throw fail('INTERNAL', { reason: `a quote id was made twice: ${quote.id}` })
  }
}

/** The terms that a quote and its order agree to, whatever their source. */
function termsOf({ request, route, sell, buy, gasless, ...quote }: Quote): string {
  const { network, sellAmount, buyAmount, slippage, from, to, affiliate } = request
  return encodeLossless([
    [quote.id, quote.chainId, quote.createdAt, quote.expiresAt, quote.router, network, from, to, slippage],
    [sell.address, sell.decimals, sellAmount, quote.affiliateFee, affiliate?.address, affiliate?.fee],
    [buy.address, buy.decimals, buyAmount, route.amountOut, quote.minimumOut],
    [gasless?.nonce, gasless?.deadline, gasless?.swapFee],
  ])
}

/** More in one statement would exceed what databases accept. */
const maxPerStatement = 100

function batchWrites(
  { delayMs: milliseconds, sleep }: WriteBatching,
  write: (rows: readonly QuoteRow[]) => Promise<void>,
): (row: QuoteRow) => Promise<void> {
  let open: { readonly rows: QuoteRow[]; readonly written: Promise<void> } | undefined
  const begin = () => {
    const rows: QuoteRow[] = []
    const written = sleep(milliseconds).then(() => {
      if (open?.rows === rows) open = undefined
      return write(rows)
    })
    return { rows, written }
  }
  return (row) => {
    if (open === undefined || open.rows.length >= maxPerStatement) open = begin()
    open.rows.push(row)
    return open.written
  }
}

const sweep = (sql: Sql, before: Seconds, max: number): Promise<number> =>
  sql.run(
    `DELETE FROM quotes WHERE seq IN (SELECT seq FROM quotes WHERE expires_at < ? ORDER BY expires_at LIMIT ?)`,
    ...[before, max],
  )

async function get(sql: Sql, reference: string): Promise<StoredQuote> {
  const [row, ...others] = await find(sql, reference)
  if (row === undefined) throw fail('QUOTE_NOT_FOUND', { id: reference })
  if (others.length > 0) throw fail('QUOTE_AMBIGUOUS', { id: reference, count: others.length + 1 })
  return readQuote(sql, row)
}

const readQuote = (sql: Sql, row: SqlRow): StoredQuote =>
  decodeRow(sql, 'a quote', () => {
    const consumedAt = maybeInteger(row, 'consumed_at')
    const quote = decodeQuote(text(row, 'body'))
    if (quote.id !== text(row, 'id')) throw new RangeError('it is not the quote that its id names')
    return {
      quote,
      consumedAt: consumedAt === undefined ? undefined : seconds(consumedAt),
      ...(sql.clock === undefined ? {} : { readAt: seconds(integer(row, 'read_at')) }),
    }
  })

const columns = ({ clock }: Sql): string => `id, body, consumed_at${clock === undefined ? '' : `, ${clock} AS read_at`}`

async function find(sql: Sql, reference: string): Promise<readonly SqlRow[]> {
  if (reference === 'last') return sql.all(`SELECT ${columns(sql)} FROM quotes ORDER BY seq DESC LIMIT 1`)
  const range = toIdRange(reference)
  if (range === undefined) return []
  const { from, below } = range
  return sql.all(`SELECT ${columns(sql)} FROM quotes WHERE id >= ? AND id < ? LIMIT 100`, from, below)
}

async function findByPayload(sql: Sql, payloadHash: Hex): Promise<readonly StoredQuote[]> {
  const rows = await sql.all(
    `SELECT ${columns(sql)} FROM quotes WHERE payload_hash = ? ORDER BY seq DESC LIMIT 20`,
    payloadHash,
  )
  return rows.flatMap((row) => readUndamaged(sql, row) ?? [])
}

/** A row that is damaged is no candidate, and does not hide the others. */
function readUndamaged(sql: Sql, row: SqlRow): StoredQuote | undefined {
  try {
    return readQuote(sql, row)
  } catch (error) {
    if (isFailure(error, 'STORE_UNUSABLE')) return undefined
    throw error
  }
}

interface QuoteUse {
  readonly id: QuoteId
  readonly now: Seconds
  readonly payloadHash: Hex | undefined
}

/**
 * One statement decides: the database lets one writer at a row, and checks the condition with the row locked. The query
 * why it failed comes afterwards and can no longer change the answer.
 */
async function consume(sql: Sql, { id, now, payloadHash }: QuoteUse): Promise<void> {
  const { time, values } = toTimeExpression(sql, now)
  const won = await sql.all(
    `UPDATE quotes SET consumed_at = clock.now, payload_hash = ? FROM (SELECT ${time} AS now) AS clock
     WHERE id = ? AND consumed_at IS NULL AND expires_at > clock.now RETURNING id`,
    ...[payloadHash ?? null, ...values, id],
  )
  if (won.length === 1) return
  const [row] = await sql.all(`SELECT expires_at, consumed_at, ${time} AS now FROM quotes WHERE id = ?`, ...values, id)
  if (row === undefined) throw fail('QUOTE_NOT_FOUND', { id })
  if (maybeInteger(row, 'consumed_at') !== undefined) throw fail('QUOTE_CONSUMED', { id })
  throw fail('QUOTE_EXPIRED', { id, secondsAgo: Math.max(0, integer(row, 'now') - integer(row, 'expires_at')) })
}
