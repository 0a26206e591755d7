import { fail } from '#domain/errors'
import { furtherKey } from '#domain/journal/further-approvals'
import { crossKey, quoteApprovalKey, quoteKey } from '#domain/journal/quote-keys'
import type { QuoteUses } from '#domain/journal/quote-uses'
import type { Intent } from '#domain/journal/swap'
import type { SqlRow } from '#store/database'
import { toIdRange } from '#store/id-prefix'
import { readIntent } from '#store/journal/intent-rows'
import type { JournalFile } from '#store/journal/journal'
import { toOrder } from '#store/journal/order-rows'
import { integer, text } from '#store/row'

/** A row about a quote, with the quote's whole id. */
interface QuoteRow {
  readonly row: SqlRow
  readonly quoteId: string
}

/** @throws `QUOTE_AMBIGUOUS` if a prefix fits several quotes */
export function readByQuote(file: JournalFile, id: string): QuoteUses {
  const range = toIdRange(id)
  if (range === undefined) return { swaps: [], approvals: [], orders: [] }
  const { db } = file
  const select = (table: string): readonly QuoteRow[] =>
    db
      .all(`SELECT * FROM ${table} WHERE quote_id >= ? AND quote_id < ? ORDER BY seq DESC`, range.from, range.below)
      .map((row) => ({ row, quoteId: text(row, 'quote_id') }))
  const byKey = (keyOf: typeof quoteKey, suffixLength = 0): readonly QuoteRow[] =>
    db
      // keys of further approvals of an intent have another length
      .all(
        'SELECT * FROM intents WHERE key >= ? AND key < ? AND length(key) = ? ORDER BY seq',
        ...[keyOf(range.from), keyOf(range.below), keyOf('').length + idLength + suffixLength],
      )
      .map((row) => ({ row, quoteId: text(row, 'key').slice(keyOf('').length).slice(0, idLength) }))
  const swaps = [...select('intents'), ...byKey(quoteKey), ...byKey(crossKey)]
  const approvals = [...byKey(quoteApprovalKey), ...byKey(quoteApprovalKey, accountLength)]
  const orders = select('orders').filter(({ row }) => integer(row, 'is_void') === 0)
  const count = new Set([...swaps, ...approvals, ...orders].map(({ quoteId }) => quoteId)).size
  if (count > 1) throw fail('QUOTE_AMBIGUOUS', { id, count })
  return {
    swaps: readAll(file, swaps),
    approvals: readAll(file, approvals).flatMap((first) => [first, ...readFurther(file, first)]),
    orders: orders.map(({ row }) => toOrder(row)),
  }
}

const idLength = 36
/** Of a colon and an account. */
const accountLength = 43

/** In the order in which they were opened. */
function readFurther(file: JournalFile, first: Intent): readonly Intent[] {
  const all: Intent[] = []
  for (;;) {
    const [row] = file.db.all('SELECT * FROM intents WHERE key = ?', furtherKey(first, all.length))
    if (row === undefined) return all
    all.push(readIntent(file, row))
  }
}

/** A swap that is bound to the quote of its key is found twice. */
function readAll(file: JournalFile, found: readonly QuoteRow[]): readonly Intent[] {
  const rows = new Map(found.map(({ row }) => [text(row, 'id'), row]))
  return [...rows.values()].map((row) => readIntent(file, row))
}
