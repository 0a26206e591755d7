import { fail } from '#domain/errors'
import type { QuoteStore } from '#domain/ports'
import type { Quote, StoredQuote } from '#domain/quote'
import { type Hex, type QuoteId, type Seconds, seconds } from '#domain/units'
import type { Row } from '#store/database'
import { idsFrom } from '#store/id-prefix'
import { decodeLossless, encodeLossless } from '#store/lossless-json'
import { decoded, integer, maybeInteger, text } from '#store/row'
import { type Sql, timeIn } from '#store/sql'

/** Seconds a quote is kept after it expired, so that a swap of last month can still be explained. */
export const quotesKept = 30 * 86_400

/** How old quotes make room: after every so many that are put, so many at most, so that none waits long for it. */
export interface Sweeping {
  readonly every: number
  readonly most: number
}

export interface QuoteStoreContext {
  readonly sql: Sql
  /** Absent: only when `sweep` is called. */
  readonly sweeping?: Sweeping
}

export function createQuoteStore({ sql, sweeping }: QuoteStoreContext): QuoteStore {
  let made = 0
  return {
    put: async (quote) => {
      await put(sql, quote)
      made += 1
      if (sweeping !== undefined && made % sweeping.every === 0)
        await sweep(sql, seconds(quote.createdAt - quotesKept), sweeping.most)
    },
    get: (reference) => get(sql, reference),
    consume: (id, now, payloadHash) => consume(sql, { id, now, payloadHash }),
    byPayload: (payloadHash) => byPayload(sql, payloadHash),
    sweep: (before, most) => sweep(sql, before, most),
  }
}

async function put(sql: Sql, quote: Quote): Promise<void> {
  const inserted = await sql.run(
    'INSERT INTO quotes (id, body, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    ...[quote.id, encodeLossless(quote), quote.expiresAt],
  )
  if (inserted === 0) throw fail('INTERNAL', { reason: `quote id ${quote.id} was made twice` })
}

const sweep = (sql: Sql, before: Seconds, most: number): Promise<number> =>
  sql.run(
    `DELETE FROM quotes WHERE seq IN (SELECT seq FROM quotes WHERE expires_at < ? ORDER BY expires_at LIMIT ?)`,
    ...[before, most],
  )

async function get(sql: Sql, reference: string): Promise<StoredQuote> {
  const [row, ...others] = await find(sql, reference)
  if (row === undefined) throw fail('QUOTE_NOT_FOUND', { id: reference })
  if (others.length > 0) throw fail('QUOTE_AMBIGUOUS', { id: reference, count: others.length + 1 })
  return readQuote(sql, row)
}

const readQuote = (sql: Sql, row: Row): StoredQuote =>
  decoded(sql, 'a quote', () => {
    const consumedAt = maybeInteger(row, 'consumed_at')
    return {
      quote: decodeLossless<Quote>(text(row, 'body')),
      consumedAt: consumedAt === undefined ? undefined : seconds(consumedAt),
      ...(sql.clock === undefined ? {} : { readAt: seconds(integer(row, 'read_at')) }),
    }
  })

const columns = ({ clock }: Sql): string => `body, consumed_at${clock === undefined ? '' : `, ${clock} AS read_at`}`

async function find(sql: Sql, reference: string): Promise<readonly Row[]> {
  if (reference === 'last') return sql.all(`SELECT ${columns(sql)} FROM quotes ORDER BY seq DESC LIMIT 1`)
  const range = idsFrom(reference)
  if (range === undefined) return []
  const { from, below } = range
  return sql.all(`SELECT ${columns(sql)} FROM quotes WHERE id >= ? AND id < ? LIMIT 100`, from, below)
}

async function byPayload(sql: Sql, payloadHash: Hex): Promise<readonly StoredQuote[]> {
  const rows = await sql.all(
    `SELECT ${columns(sql)} FROM quotes WHERE payload_hash = ? ORDER BY seq DESC LIMIT 20`,
    payloadHash,
  )
  return rows.map((row) => readQuote(sql, row))
}

interface Use {
  readonly id: QuoteId
  readonly now: Seconds
  readonly payloadHash: Hex | undefined
}

/**
 * One statement decides: the database lets one writer at a row, and the condition is looked at with the row held.
 * The question why it failed comes after, and can no longer change the answer.
 */
async function consume(sql: Sql, { id, now, payloadHash }: Use): Promise<void> {
  const { time, values } = timeIn(sql, now)
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
