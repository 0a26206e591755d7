import type { QuoteRecords } from '#domain/ports'
import type { KeptRecord, QuoteRecord, SimulationRecord } from '#domain/quote-record'
import type { QuoteId } from '#domain/units'
import { decodeLossless, encodeLossless } from '#store/lossless-json'
import { decoded, maybeText } from '#store/row'
import type { Sql } from '#store/sql'

/**
 * Rows of their own, so that using a quote up does not write its record again; the database deletes them with it.
 */
export const createQuoteRecordStore = ({ sql }: { readonly sql: Sql }): QuoteRecords => ({
  put: (id, record) => put(sql, { id, column: 'looked', value: record }),
  putSimulation: (id, simulation) => put(sql, { id, column: 'simulated', value: simulation }),
  get: (id) => get(sql, id),
})

interface Part {
  readonly id: QuoteId
  readonly column: 'looked' | 'simulated'
  readonly value: QuoteRecord | SimulationRecord
}

async function put(sql: Sql, { id, column, value }: Part): Promise<void> {
  await sql.run(
    `INSERT INTO quote_records (quote, ${column}) SELECT seq, ? FROM quotes WHERE id = ?
     ON CONFLICT (quote) DO UPDATE SET ${column} = excluded.${column}`,
    ...[encodeLossless(value), id],
  )
}

async function get(sql: Sql, id: QuoteId): Promise<KeptRecord> {
  const [row] = await sql.all('SELECT looked, simulated FROM quote_records JOIN quotes ON seq = quote WHERE id = ?', id)
  if (row === undefined) return { record: undefined, simulation: undefined }
  return decoded(sql, 'the record of a quote', () => {
    const [looked, simulated] = [maybeText(row, 'looked'), maybeText(row, 'simulated')]
    return {
      record: looked === undefined ? undefined : decodeLossless<QuoteRecord>(looked),
      simulation: simulated === undefined ? undefined : decodeLossless<SimulationRecord>(simulated),
    }
  })
}
