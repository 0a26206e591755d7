import { fail } from '#domain/errors'
import { decodeLossless, encodeLossless } from '#domain/lossless-json'
import type { SwapRecords } from '#domain/service/stores'
import {
  finalSwapStates,
  type StatusCounts,
  type SwapRecord,
  type SwapReference,
  swapStates,
} from '#domain/service/swap-record'
import type { Address, Hex, NetworkName, Seconds } from '#domain/units'
import type { SqlRow, SqlValue } from '#store/database'
import { decodeRow, integer, oneOf, text } from '#store/row'
import type { Sql, SqlStatement } from '#store/sql'

/** Swap records, stored whole as text, with the columns used for searching and counting. */
export const createSwapRecordStore = ({ sql }: { readonly sql: Sql }): SwapRecords => ({
  put: (record) => put(sql, record),
  update: (record) => update(sql, record),
  find: (reference) => find(sql, reference),
  counts: (wallet, network) => countByStatus(sql, wallet, network),
  listUnsettled: (max) => findUnsettled(sql, max),
  noteCheck: (id, at) => noteCheck(sql, id, at),
  lastSearched: (wallet, network) => readSearched(sql, wallet, network),
  saveLastSearched: (wallet, network, block) => saveSearched(sql, { wallet, network, block }),
})

/** Does nothing if the transaction is known: as another record's, by either hash, or as a version that a relayer signed. */
export function insertRecord(record: SwapRecord): SqlStatement {
  const { id, network, from, quoteId, transactionHash = null, versionHash = null, status, updatedAt } = record
  return {
    sql: `INSERT INTO swaps (id, network, wallet, quote_id, transaction_hash, version_hash, status, updated_at, body)
     SELECT ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM relay_attempts WHERE hash = ?)
       AND NOT EXISTS (SELECT 1 FROM swaps AS known WHERE known.version_hash = ? AND known.network = ?)
     ON CONFLICT (transaction_hash, network) DO NOTHING`,
    values: [
      ...[id, network, from, quoteId ?? null, transactionHash, versionHash, status, updatedAt, encodeLossless(record)],
      ...[transactionHash ?? '', transactionHash ?? '', network],
    ],
    mustChange: true,
  }
}

/** Of a record that a relayer follows, whose transaction changes with its versions. */
export function updateRecord(record: SwapRecord): SqlStatement {
  const { id, quoteId, transactionHash = null, status, updatedAt } = record
  return {
    sql: 'UPDATE swaps SET quote_id = ?, transaction_hash = ?, status = ?, updated_at = ?, body = ? WHERE id = ?',
    values: [quoteId ?? null, transactionHash, status, updatedAt, encodeLossless(record), id],
    mustChange: true,
  }
}

/**
 * The end of a record that a relayer followed. Its transaction may be another's, and so another record's too: its owner was
 * given this one, which is then not found by the hash, and is the one that counts.
 */
export function endRecord(sql: Sql, record: SwapRecord): readonly SqlStatement[] {
  const { id, network, from, quoteId, transactionHash = null, status, updatedAt } = record
  const fill = transactionHash === null ? null : toFillMark(transactionHash)
  return [
    ...lockVersions(sql, record),
    {
      sql: `UPDATE swaps SET quote_id = ?, version_hash = ?, status = ?, updated_at = ?, body = ?, transaction_hash =
          (SELECT hash FROM (SELECT CAST(? AS TEXT) AS hash) AS given WHERE NOT EXISTS
            (SELECT 1 FROM swaps AS other WHERE other.transaction_hash = given.hash AND network = ? AND id <> ?))
        WHERE id = ?`,
      values: [
        ...[quoteId ?? null, fill, status, updatedAt, encodeLossless(record)],
        ...[transactionHash, network, id, id],
      ],
      mustChange: true,
    },
    {
      sql: `UPDATE swaps SET status = 'version' WHERE (transaction_hash = ? OR version_hash = ?)
        AND network = ? AND wallet = ? AND id <> ? AND NOT EXISTS (SELECT 1 FROM relays WHERE relays.id = swaps.id)`,
      values: [transactionHash, fill, network, from, id],
    },
  ]
}

/**
 * The unique transaction decides between two concurrent reports: the second insert does nothing. It may also be a version of
 * another record's, which is being told so: after that, the insert does nothing either.
 */
async function put(sql: Sql, record: SwapRecord): Promise<SwapRecord> {
  const { id, network, transactionHash } = record
  const lock = transactionHash === undefined ? [] : lockVersions(sql, record)
  if (await sql.runAll([...lock, insertRecord(record), ...setAsideReverted(record)])) return record
  const earlier = transactionHash && (await find(sql, { transactionHash, network }))
  if (!earlier) throw fail('INTERNAL', { reason: `swap ${id} was not stored` })
  return earlier
}

/** The transaction stays as it was stored: another record may have it. */
async function update(sql: Sql, record: SwapRecord): Promise<SwapRecord | undefined> {
  const { id, quoteId, versionHash, status, updatedAt } = record
  const fill = findFillHash(record)
  const lock = versionHash === undefined && fill === undefined ? [] : lockVersions(sql, record)
  const mark = versionHash ?? (fill === undefined ? null : toFillMark(fill))
  const kept = finalSwapStates.has(status) ? [] : [...finalSwapStates]
  const isOpen = kept.length === 0 ? '' : ` AND status NOT IN (${kept.map(() => '?').join(', ')})`
  const statement = {
    sql: `UPDATE swaps SET quote_id = ?, version_hash = COALESCE(?, version_hash),
        status = CASE WHEN status = 'version' THEN status ELSE ? END, updated_at = ?, body = ?
      WHERE id = ?${isOpen}`,
    values: [quoteId ?? null, mark, status, updatedAt, encodeLossless(record), id, ...kept],
    mustChange: true,
  }
  const setAside = [...setAsideVersions(record), ...setAsideFilled(record)]
  if (await sql.runAll([...lock, statement, ...setAside])) return undefined
  const ended = await find(sql, { id })
  if (ended === undefined) throw fail('INTERNAL', { reason: `there is no swap ${id}` })
  return ended
}

/**
 * All versions of a swap are its wallet's. Of two processes that store some of them, neither would see what the other one has
 * not committed yet, and each might wait for the other's row. SQLite has one writer at a time.
 */
const lockVersions = ({ clock }: Sql, { from }: SwapRecord): readonly SqlStatement[] =>
  clock === undefined ? [] : [{ sql: 'SELECT pg_advisory_xact_lock(7828, hashtext(?))', values: [from] }]

/**
 * A swap is counted and looked after as one record, however many of its versions were stored before they were known to be
 * versions of it: the first that knows which one was mined. Clients may know the others by their ids, so they stay.
 */
const setAsideVersions = ({ id, network, versionHash }: SwapRecord): readonly SqlStatement[] =>
  versionHash === undefined
    ? []
    : [
        {
          sql: `UPDATE swaps SET status = 'version' WHERE id = ? AND EXISTS (SELECT 1 FROM swaps AS first
            WHERE first.version_hash = ? AND first.network = ? AND first.id <> ? AND first.status <> 'version')`,
          values: [id, versionHash, network, id],
        },
        {
          // not by a record that is itself set aside: two may have been shown as each other's version
          sql: `UPDATE swaps SET status = 'version' WHERE transaction_hash = ? AND network = ? AND id <> ?
            AND EXISTS (SELECT 1 FROM swaps AS kept WHERE kept.id = ? AND kept.status <> 'version')`,
          values: [versionHash, network, id, id],
        },
      ]

const findFillHash = ({ fillHash, crossing }: SwapRecord): Hex | undefined => fillHash ?? crossing?.fillHash

/** In the place of a version: another's transaction filled the order, and the record is not found by that one. */
const toFillMark = (hash: Hex): string => `fill:${hash}`

/**
 * An order is filled once, however many transactions of it reverted: each was reported as a swap of its owner, and counts only if
 * no record of the fill, and none that was filled by it, does already.
 */
function setAsideFilled(record: SwapRecord): readonly SqlStatement[] {
  const { id, network, from } = record
  const fill = findFillHash(record)
  if (fill === undefined) return []
  return [
    {
      sql: `UPDATE swaps SET status = 'version' WHERE id = ? AND EXISTS (SELECT 1 FROM swaps AS first
        WHERE (first.transaction_hash = ? OR first.version_hash = ? OR first.version_hash = ?)
          AND first.network = ? AND first.wallet = ? AND first.id <> ? AND first.status <> 'version')`,
      values: [id, fill, fill, toFillMark(fill), network, from, id],
    },
  ]
}

/** Those that were filled by a transaction that is a record of its own from now on. */
const setAsideReverted = ({ network, from, transactionHash }: SwapRecord): readonly SqlStatement[] =>
  transactionHash === undefined
    ? []
    : [
        {
          sql: "UPDATE swaps SET status = 'version' WHERE version_hash = ? AND network = ? AND wallet = ?",
          values: [toFillMark(transactionHash), network, from],
        },
      ]

async function find(sql: Sql, reference: SwapReference): Promise<SwapRecord | undefined> {
  const [condition, values] = conditionOf(reference)
  const [row] = await sql.all(
    `SELECT body FROM swaps WHERE ${condition}
    ORDER BY status = 'version', seq DESC LIMIT 1`,
    ...values,
  )
  return row === undefined ? undefined : readRecord(sql, row)
}

function conditionOf(reference: SwapReference): [string, readonly SqlValue[]] {
  if ('id' in reference) return ['id = ?', [reference.id.toLowerCase()]]
  if ('quoteId' in reference) return ['quote_id = ?', [reference.quoteId]]
  const { transactionHash, network } = reference
  const isIt = '(transaction_hash = ? OR version_hash = ? OR id IN (SELECT relay FROM relay_attempts WHERE hash = ?))'
  const hashes = [transactionHash, transactionHash, transactionHash]
  return network === undefined ? [isIt, hashes] : [`${isIt} AND network = ?`, [...hashes, network]]
}

const readRecord = (sql: Sql, row: SqlRow): SwapRecord =>
  decodeRow(sql, 'a swap', () => decodeLossless<SwapRecord>(text(row, 'body')))

/** Counted in the index by wallet, network and state: no record is read. */
async function countByStatus(sql: Sql, wallet: Address, network: NetworkName | undefined): Promise<StatusCounts> {
  const where = `wallet = ?${network === undefined ? '' : ' AND network = ?'} AND status <> 'version'`
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

/**
 * Not what a relayer follows, nor what it gave up: of its executed orders those that are on another network now. One of each
 * network before the second of any, so that a network that does not answer leaves room for the others.
 */
async function findUnsettled(sql: Sql, max: number): Promise<readonly SwapRecord[]> {
  const rows = await sql.all(
    `SELECT body FROM swaps JOIN (SELECT seq AS listed, updated_at AS checked_at,
         ROW_NUMBER() OVER (PARTITION BY network ORDER BY updated_at, seq) AS turn
       FROM swaps WHERE status IN ('pending', 'bridging')
       AND NOT EXISTS (SELECT 1 FROM relays WHERE relays.id = swaps.id
         AND (outcome IS NULL OR outcome <> 'success'))) AS unsettled ON seq = listed
     ORDER BY turn, checked_at, seq LIMIT ?`,
    max,
  )
  return rows.map((row) => readRecord(sql, row))
}

/** The record itself says when it was changed; the column orders the checks. */
async function noteCheck(sql: Sql, id: string, at: Seconds): Promise<void> {
  await sql.run('UPDATE swaps SET updated_at = ? WHERE id = ? AND updated_at < ?', at, id, at)
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
