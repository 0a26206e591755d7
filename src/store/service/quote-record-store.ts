import { decodeLossless, encodeLossless } from '#domain/lossless-json'
import type { QuoteRecord, SimulationRecord, StoredQuoteNotes } from '#domain/quotes/quote-record'
import type { QuoteRecords } from '#domain/service/stores'
import type { QuoteId } from '#domain/units'
import { decodeRow, maybeText } from '#store/row'
import type { Sql } from '#store/sql'

/** Rows of their own, so that consuming a quote does not rewrite its record; the database deletes them with it. */
export const createQuoteRecordStore = ({ sql }: { readonly sql: Sql }): QuoteRecords => ({
  put: (notes) => put(sql, notes),
  get: (id) => get(sql, id),
})

/** One statement for many: the cost of a write is waiting for the disk. */
async function put(sql: Sql, notes: ReadonlyMap<QuoteId, Partial<StoredQuoteNotes>>): Promise<void> {
  if (notes.size === 0) return
  const values = [...notes].flatMap(([id, { record, simulation }]) => [
    id,
    encodeOrNull(record),
    encodeOrNull(simulation),
  ])
  await sql.run(
    `INSERT INTO quote_records (quote, looked, simulated)
     SELECT seq, column2, column3 FROM (VALUES ${[...notes].map(() => '(?, ?, ?)').join(', ')}) AS note
       JOIN quotes ON id = column1 WHERE true
     ON CONFLICT (quote) DO UPDATE SET looked = COALESCE(excluded.looked, quote_records.looked),
       simulated = COALESCE(excluded.simulated, quote_records.simulated)`,
    ...values,
  )
}

const encodeOrNull = (value: QuoteRecord | SimulationRecord | undefined): string | null =>
  value === undefined ? null : encodeLossless(value)

async function get(sql: Sql, id: QuoteId): Promise<StoredQuoteNotes> {
  const [row] = await sql.all('SELECT looked, simulated FROM quote_records JOIN quotes ON seq = quote WHERE id = ?', id)
  if (row === undefined) return { record: undefined, simulation: undefined }
  return decodeRow(sql, 'the record of a quote', () => {
    const [looked, simulated] = [maybeText(row, 'looked'), maybeText(row, 'simulated')]
    return {
      record: looked === undefined ? undefined : decodeLossless<QuoteRecord>(looked),
      simulation: simulated === undefined ? undefined : decodeLossless<SimulationRecord>(simulated),
    }
  })
}
