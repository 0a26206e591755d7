import type { CrossQuote, CrossQuoteStore, StoredCrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import { decodeLossless, encodeLossless } from '#domain/lossless-json'
import { type QuoteId, type Seconds, seconds } from '#domain/units'
import type { SqlRow } from '#store/database'
import { toIdRange } from '#store/id-prefix'
import { decodeRow, integer, maybeInteger, text } from '#store/row'
import { quoteRetentionSeconds } from '#store/service/quote-store'
import { type Sql, toTimeExpression } from '#store/sql'

/** How many old quotes a new one deletes at most. */
const maxSwept = 20

export const createCrossQuoteStore = ({ sql }: { readonly sql: Sql }): CrossQuoteStore => ({
  async put(quote) {
    const values = [quote.id, encodeLossless(quote), quote.expiresAt]
    await sql.run('INSERT INTO cross_quotes (id, body, expires_at) VALUES (?, ?, ?)', ...values)
    await sql.run(
      `DELETE FROM cross_quotes WHERE seq IN
         (SELECT seq FROM cross_quotes WHERE expires_at < ? ORDER BY expires_at LIMIT ?)`,
      ...[quote.createdAt - quoteRetentionSeconds, maxSwept],
    )
  },
  async find(reference) {
    const [row, ...others] = await findRows(sql, reference)
    if (others.length > 0) throw fail('QUOTE_AMBIGUOUS', { id: reference, count: others.length + 1 })
    return row && readRow(sql, row)
  },
  consume: (id, now) => consume(sql, id, now),
})

function readRow(sql: Sql, row: SqlRow): StoredCrossQuote {
  return decodeRow(sql, 'a quote', () => {
    const consumedAt = maybeInteger(row, 'consumed_at')
    const quote = decodeLossless<CrossQuote | null>(text(row, 'body'))
    if (quote?.id !== text(row, 'id')) throw new RangeError('it is not the quote that its id names')
    return {
      quote,
      consumedAt: consumedAt === undefined ? undefined : seconds(consumedAt),
      ...(sql.clock === undefined ? {} : { readAt: seconds(integer(row, 'read_at')) }),
    }
  })
}

async function findRows(sql: Sql, reference: string): Promise<readonly SqlRow[]> {
  const columns = `id, body, consumed_at${sql.clock === undefined ? '' : `, ${sql.clock} AS read_at`}`
  if (reference === 'last') return sql.all(`SELECT ${columns} FROM cross_quotes ORDER BY seq DESC LIMIT 1`)
  const range = toIdRange(reference)
  if (range === undefined) return []
  return sql.all(`SELECT ${columns} FROM cross_quotes WHERE id >= ? AND id < ? LIMIT 100`, range.from, range.below)
}

/** One statement decides, as for other quotes. */
async function consume(sql: Sql, id: QuoteId, now: Seconds): Promise<void> {
  const { time, values } = toTimeExpression(sql, now)
  const won = await sql.all(
    `UPDATE cross_quotes SET consumed_at = clock.now FROM (SELECT ${time} AS now) AS clock
     WHERE id = ? AND consumed_at IS NULL AND expires_at > clock.now RETURNING id`,
    ...[...values, id],
  )
  if (won.length === 1) return
  const [row] = await sql.all(
    `SELECT expires_at, consumed_at, ${time} AS now FROM cross_quotes WHERE id = ?`,
    ...[...values, id],
  )
  if (row === undefined) throw fail('QUOTE_NOT_FOUND', { id })
  if (maybeInteger(row, 'consumed_at') !== undefined) throw fail('QUOTE_CONSUMED', { id })
  throw fail('QUOTE_EXPIRED', { id, secondsAgo: Math.max(0, integer(row, 'now') - integer(row, 'expires_at')) })
}
