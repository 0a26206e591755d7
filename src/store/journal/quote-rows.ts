import { fail } from '#domain/errors'
import { listFurther } from '#domain/journal/further-approvals'
import { crossKey, quoteApprovalKey, quoteKey } from '#domain/journal/quote-keys'
import type { QuoteUses } from '#domain/journal/quote-uses'
import type { Intent } from '#domain/journal/swap'
import type { SqlRow } from '#store/database'
import { toIdRange } from '#store/id-prefix'
import { findByKey, readIntent } from '#store/journal/intent-rows'
import type { JournalFile } from '#store/journal/journal'
import { toOrder } from '#store/journal/order-rows'
import { integer, text } from '#store/row'

/** A row about a quote, with the quote's whole id. */
interface QuoteRow {
  readonly row: SqlRow
  readonly quoteId: string
}

/** @throws `QUOTE_AMBIGUOUS` if a prefix fits several quotes */
export async function readByQuote(file: JournalFile, id: string): Promise<QuoteUses> {
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
  const asked = db
    .all(
      `SELECT *, json_extract(request, '$.quote') AS asked FROM intents
       WHERE quote_id IS NULL AND request IS NOT NULL AND asked >= ? AND asked < ? ORDER BY seq DESC`,
      ...[range.from, range.below],
    )
    .map((row) => ({ row, quoteId: text(row, 'asked') }))
  const isApproval = ({ row }: QuoteRow): boolean => text(row, 'kind') === 'approve'
  const opened = asked.filter((one) => !isApproval(one))
  const swaps = [...select('intents'), ...byKey(quoteKey), ...byKey(crossKey), ...opened]
  // the earliest first
  const ofQuote = [...byKey(quoteApprovalKey), ...byKey(quoteApprovalKey, accountLength)]
  const approvals = [...ofQuote, ...asked.filter(isApproval)].sort((a, b) => seqOf(a) - seqOf(b))
  const orders = select('orders').filter(({ row }) => integer(row, 'is_void') === 0)
  const count = new Set([...swaps, ...approvals, ...orders].map(({ quoteId }) => quoteId)).size
  if (count > 1) throw fail('QUOTE_AMBIGUOUS', { id, count })
  const journal = { findByKey: async (key: string) => findByKey(file, key) }
  const own = readAll(file, approvals)
  const further = await Promise.all(own.map((first) => listFurther({ journal }, first)))
  return {
    swaps: readAll(file, swaps),
    approvals: own.flatMap((first, i) => [first, ...(further[i] ?? [])]),
    orders: orders.map(({ row }) => toOrder(row)),
  }
}

const idLength = 36
/** Of a colon and an account. */
const accountLength = 43

const seqOf = ({ row }: QuoteRow): number => integer(row, 'seq')

/** A swap that is bound to the quote of its key is found twice. */
function readAll(file: JournalFile, found: readonly QuoteRow[]): readonly Intent[] {
  const rows = new Map(found.map(({ row }) => [text(row, 'id'), row]))
  return [...rows.values()].map((row) => readIntent(file, row))
}
