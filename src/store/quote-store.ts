import { fail } from '#domain/errors'
import type { QuoteStore } from '#domain/ports'
import type { Quote, StoredQuote } from '#domain/quote'
import { type QuoteId, type Seconds, seconds } from '#domain/units'
import type { Database, Row } from '#store/database'
import { idsFrom } from '#store/id-prefix'
import { decodeLossless, encodeLossless } from '#store/lossless-json'
import { decoded, integer, maybeInteger, text } from '#store/row'

/** Seconds a quote is kept after it expired, so that a swap of last month can still be explained. */
const kept = 30 * 86_400
/** Deletions one `put` does at most, so that no quote waits for a big clean-up. */
const sweptAtOnce = 50

/** Quotes in the store's database, which is opened when the first of them is needed. */
export function createQuoteStore({ database }: { readonly database: () => Promise<Database> }): QuoteStore {
  return {
    put: async (quote) => put(await database(), quote),
    get: async (reference) => get(await database(), reference),
    consume: async (id, now) => consume(await database(), id, now),
  }
}

function put(db: Database, quote: Quote): void {
  const body = encodeLossless(quote)
  db.transaction(() => {
    const inserted = db.run(
      'INSERT INTO quotes (id, body, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      quote.id,
      body,
      quote.expiresAt,
    )
    if (inserted === 0) throw fail('INTERNAL', { reason: `quote id ${quote.id} was made twice` })
    const old = 'SELECT seq FROM quotes WHERE expires_at < ? ORDER BY expires_at LIMIT ?'
    db.run(`DELETE FROM quotes WHERE seq IN (${old})`, quote.createdAt - kept, sweptAtOnce)
  })
}

function get(db: Database, reference: string): StoredQuote {
  const [row, ...others] = find(db, reference)
  if (row === undefined) throw fail('QUOTE_NOT_FOUND', { id: reference })
  if (others.length > 0) throw fail('QUOTE_AMBIGUOUS', { id: reference, count: others.length + 1 })
  return decoded(db, `quote ${reference}`, () => {
    const consumedAt = maybeInteger(row, 'consumed_at')
    return {
      quote: decodeLossless<Quote>(text(row, 'body')),
      consumedAt: consumedAt === undefined ? undefined : seconds(consumedAt),
    }
  })
}

function find(db: Database, reference: string): readonly Row[] {
  if (reference === 'last') return db.all('SELECT body, consumed_at FROM quotes ORDER BY seq DESC LIMIT 1')
  const range = idsFrom(reference)
  if (range === undefined) return []
  return db.all('SELECT body, consumed_at FROM quotes WHERE id >= ? AND id < ? LIMIT 100', range.from, range.below)
}

/**
 * One statement decides: SQLite lets one writer in at a time, and the condition is looked at with the write lock held.
 * The question why it failed comes after, and can no longer change the answer.
 */
function consume(db: Database, id: QuoteId, now: Seconds): void {
  const won = db.all(
    'UPDATE quotes SET consumed_at = ? WHERE id = ? AND consumed_at IS NULL AND expires_at > ? RETURNING id',
    now,
    id,
    now,
  )
  if (won.length === 1) return
  const [row] = db.all('SELECT expires_at, consumed_at FROM quotes WHERE id = ?', id)
  if (row === undefined) throw fail('QUOTE_NOT_FOUND', { id })
  if (maybeInteger(row, 'consumed_at') !== undefined) throw fail('QUOTE_CONSUMED', { id })
  throw fail('QUOTE_EXPIRED', { id, secondsAgo: now - integer(row, 'expires_at') })
}
