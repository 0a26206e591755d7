import { fail } from '#domain/errors'
import type { Database, SqlRow } from '#store/database'
import { toIdRange } from '#store/id-prefix'
import { text } from '#store/row'

/**
 * The intent that `reference` names, exact matches before abbreviated ones: `last`, a transaction's hash, an intent's
 * id, its key, its quote's id; then a prefix of an id, the intent's own or its quote's, the latter also as `approve:`,
 * `quote:` and `cross:` keys have it. A quote or a hash that several intents had names the latest of them.
 * @throws `QUOTE_AMBIGUOUS` if a prefix fits several intents: a guess could show another swap's outcome.
 */
export function findIntent(db: Database, reference: string): SqlRow | undefined {
  if (reference === 'last') return db.all('SELECT * FROM intents ORDER BY seq DESC LIMIT 1')[0]
  return findExact(db, reference) ?? findByPrefix(db, reference) ?? findByQuoteKey(db, reference)
}

function findExact(db: Database, reference: string): SqlRow | undefined {
  const lower = reference.toLowerCase()
  const [byId] = db.all('SELECT * FROM intents WHERE id = ?', lower)
  if (byId !== undefined) return byId
  const [byKey] = db.all('SELECT * FROM intents WHERE key = ?', reference)
  if (byKey !== undefined) return byKey
  const [byQuote] = db.all('SELECT * FROM intents WHERE quote_id = ? ORDER BY seq DESC LIMIT 1', lower)
  if (byQuote !== undefined) return byQuote
  const [tx] = db.all(
    `SELECT s.intent AS intent FROM attempts a JOIN steps s ON s.seq = a.step WHERE a.hash = ?
     ORDER BY a.seq DESC LIMIT 1`,
    lower,
  )
  return tx === undefined ? undefined : db.all('SELECT * FROM intents WHERE id = ?', text(tx, 'intent'))[0]
}

/** The key of an intent that is about a quote, as far as the quote's id was written. */
function findByQuoteKey(db: Database, reference: string): SqlRow | undefined {
  const [, purpose, id] = /^(quote:|cross:|approve:)(.+)$/.exec(reference) ?? []
  const range = id === undefined ? undefined : toIdRange(id)
  if (range === undefined) return undefined
  const [from, below] = [range.from, range.below].map((bound) => `${purpose}${bound}`)
  // keys of further approvals of an intent are longer
  const found = db.all(
    'SELECT * FROM intents WHERE key >= ? AND key < ? AND length(key) = ? LIMIT 100',
    ...[from ?? '', below ?? '', (purpose?.length ?? 0) + 36],
  )
  if (found.length > 1) throw fail('QUOTE_AMBIGUOUS', { id: id ?? '', count: found.length })
  return found[0]
}

function findByPrefix(db: Database, reference: string): SqlRow | undefined {
  const range = toIdRange(reference)
  if (range === undefined) return undefined
  const { from, below } = range
  const found = db.all(
    'SELECT * FROM intents WHERE (id >= ? AND id < ?) OR (quote_id >= ? AND quote_id < ?) LIMIT 100',
    from,
    below,
    from,
    below,
  )
  if (found.length > 1) throw fail('QUOTE_AMBIGUOUS', { id: reference, count: found.length })
  return found[0]
}
