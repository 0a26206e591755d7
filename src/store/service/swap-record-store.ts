import { fail } from '#domain/errors'
import { decodeLossless, encodeLossless } from '#domain/lossless-json'
import type { SwapRecords } from '#domain/service/stores'
import { type StatusCounts, type SwapRecord, type SwapReference, swapStates } from '#domain/service/swap-record'
import type { Address, NetworkName } from '#domain/units'
import type { SqlRow, SqlValue } from '#store/database'
import { decodeRow, integer, oneOf, text } from '#store/row'
import type { Sql } from '#store/sql'

/** Swap records, stored whole as text, with the columns used for searching and counting. */
export const createSwapRecordStore = ({ sql }: { readonly sql: Sql }): SwapRecords => ({
  put: (record) => put(sql, record),
  update: (record) => update(sql, record),
  find: (reference) => find(sql, reference),
  counts: (wallet, network) => countByStatus(sql, wallet, network),
  listUnsettled: (max) => findUnsettled(sql, max),
  lastSearched: (wallet, network) => readSearched(sql, wallet, network),
  saveLastSearched: (wallet, network, block) => saveSearched(sql, { wallet, network, block }),
})

/** The unique transaction decides between two concurrent reports: the second insert does nothing. */
async function put(sql: Sql, record: SwapRecord): Promise<SwapRecord> {
  const { id, network, from, quoteId, transactionHash, status, updatedAt } = record
  const kept = await sql.run(
    `INSERT INTO swaps (id, network, wallet, quote_id, transaction_hash, status, updated_at, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (transaction_hash, network) DO NOTHING`,
    ...[id, network, from, quoteId ?? null, transactionHash, status, updatedAt, encodeLossless(record)],
  )
  if (kept === 1) return record
  const earlier = await find(sql, { transactionHash, network })
  if (earlier === undefined) throw fail('INTERNAL', { reason: `swap ${id} was not stored` })
  return earlier
}

async function update(sql: Sql, record: SwapRecord): Promise<void> {
  const { id, quoteId, status, updatedAt } = record
  const changed = await sql.run(
    'UPDATE swaps SET quote_id = ?, status = ?, updated_at = ?, body = ? WHERE id = ?',
    ...[quoteId ?? null, status, updatedAt, encodeLossless(record), id],
  )
  if (changed === 0) throw fail('INTERNAL', { reason: `there is no swap ${id}` })
}

async function find(sql: Sql, reference: SwapReference): Promise<SwapRecord | undefined> {
  const [condition, values] = conditionOf(reference)
  const [row] = await sql.all(`SELECT body FROM swaps WHERE ${condition} ORDER BY seq DESC LIMIT 1`, ...values)
  return row === undefined ? undefined : readRecord(sql, row)
}

function conditionOf(reference: SwapReference): [string, readonly SqlValue[]] {
  if ('id' in reference) return ['id = ?', [reference.id.toLowerCase()]]
  if ('quoteId' in reference) return ['quote_id = ?', [reference.quoteId]]
  const { transactionHash, network } = reference
  return network === undefined
    ? ['transaction_hash = ?', [transactionHash]]
    : ['transaction_hash = ? AND network = ?', [transactionHash, network]]
}

const readRecord = (sql: Sql, row: SqlRow): SwapRecord =>
  decodeRow(sql, 'a swap', () => decodeLossless<SwapRecord>(text(row, 'body')))

/** Counted in the index by wallet, network and state: no record is read. */
async function countByStatus(sql: Sql, wallet: Address, network: NetworkName | undefined): Promise<StatusCounts> {
  const where = network === undefined ? 'wallet = ?' : 'wallet = ? AND network = ?'
  const values = network === undefined ? [wallet] : [wallet, network]
  const rows = await sql.all(`SELECT status, count(*) AS n FROM swaps WHERE ${where} GROUP BY status`, ...values)
  return decodeRow(sql, 'a swap', () => {
    const found = new Map(rows.map((row) => [oneOf(swapStates, row, 'status'), integer(row, 'n')]))
    const of = (state: (typeof swapStates)[number]): number => found.get(state) ?? 0
    return {
      pending: of('pending'),
      bridging: of('bridging'),
      success: of('success'),
      partial: of('partial'),
      error: of('error'),
      refunded: of('refunded'),
      expired: of('expired'),
    }
  })
}

async function findUnsettled(sql: Sql, max: number): Promise<readonly SwapRecord[]> {
  const rows = await sql.all(
    `SELECT body FROM swaps WHERE status IN ('pending', 'bridging') ORDER BY updated_at LIMIT ?`,
    max,
  )
  return rows.map((row) => readRecord(sql, row))
}

async function readSearched(sql: Sql, wallet: Address, network: NetworkName): Promise<number | undefined> {
  const [row] = await sql.all('SELECT block FROM searched WHERE wallet = ? AND network = ?', wallet, network)
  return row === undefined ? undefined : decodeRow(sql, 'a block', () => integer(row, 'block'))
}

interface SearchedBlock {
  readonly wallet: Address
  readonly network: NetworkName
  readonly block: number
}

/** Of two concurrent searches, the one that came farther is kept. */
async function saveSearched(sql: Sql, { wallet, network, block }: SearchedBlock): Promise<void> {
  await sql.run(
    `INSERT INTO searched (wallet, network, block) VALUES (?, ?, ?)
     ON CONFLICT (wallet, network) DO UPDATE SET block = excluded.block WHERE searched.block < excluded.block`,
    ...[wallet, network, block],
  )
}
