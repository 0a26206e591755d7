import { decodeLossless, encodeLossless } from '#domain/lossless-json'
import type {
  CreatedPool,
  IndexCounts,
  IndexCursor,
  IndexedPool,
  IndexedSource,
  IndexUpdate,
  PoolIndex,
  ReorgCheckpoint,
} from '#domain/pools/creations'
import { type KnownPool, skipReasons } from '#domain/pools/protocol'
import type { Address } from '#domain/units'
import { evm } from '#domain/units'
import type { SqlRow, SqlValue } from '#store/database'
import { decodeRow, integer, maybeText, oneOf, text } from '#store/row'
import type { PoolMark } from '#store/service/pool-mark'
import type { Sql, SqlStatement } from '#store/sql'

/** Maximum per source and pair: more pools than are ever worth a route, and few enough to read in one survey. */
const maxOfPair = 48
/** In one page of a list. */
const poolsPerPage = 5_000
/** Rows in one statement, well below the number of values that databases accept. */
const rowsPerStatement = 100

interface PoolIndexFiles {
  readonly sql: Sql
  readonly mark?: PoolMark | undefined
}

export const createPoolIndexStore = ({ sql, mark }: PoolIndexFiles): PoolIndex => ({
  findBetween: async (network, tokens) => (mark?.isSet() === false ? [] : findBetween(sql, network, tokens)),
  cursor: (source) => readCursor(sql, source),
  put: async (source, step) => {
    mark?.set()
    return put(sql, source, step)
  },
  counts: (source) => countPools(sql, source),
  list: (source, after) => listPools(sql, source, after),
})

async function findBetween(sql: Sql, network: string, tokens: readonly Address[]): Promise<readonly IndexedPool[]> {
  const pairs = pairsOf(tokens)
  if (pairs.length === 0) return []
  const wanted = pairs.map(() => '(t.token = ? AND t.other = ?)').join(' OR ')
  const rows = await sql.all(
    `SELECT DISTINCT source, pool, reason, body FROM (
       SELECT p.source, p.pool, p.reason, p.body, row_number() OVER (
         PARTITION BY p.source, t.token, t.other ORDER BY p.reason IS NOT NULL, p.block, p.pool
       ) AS place
       FROM pool_pairs AS t JOIN pools AS p
         ON p.network = t.network AND p.source = t.source AND p.factory = t.factory AND p.pool = t.pool
       WHERE t.network = ? AND (${wanted})
     ) AS placed WHERE place <= ? ORDER BY source, pool`,
    ...[network, ...pairs.flat(), maxOfPair],
  )
  return rows.map((row) => readPool(sql, row))
}

const readPool = (sql: Sql, row: SqlRow): IndexedPool =>
  decodeRow(sql, 'a pool of the index', () => ({ source: text(row, 'source'), pool: parsePool(row) }))

function parsePool(row: SqlRow): KnownPool {
  const body = decodeLossless<Omit<CreatedPool, 'address' | 'block' | 'skipReason'>>(text(row, 'body'))
  const skipReason = maybeText(row, 'reason') === undefined ? {} : { skipReason: oneOf(skipReasons, row, 'reason') }
  return { address: evm(text(row, 'pool')), ...body, ...skipReason }
}

async function listPools(
  sql: Sql,
  of: IndexedSource,
  after: Pick<CreatedPool, 'block' | 'address'> = { block: -1, address: evm(`0x${'0'.repeat(40)}`) },
): Promise<readonly CreatedPool[]> {
  const rows = await sql.all(
    `SELECT pool, block, reason, body FROM pools
     WHERE network = ? AND source = ? AND factory = ? AND (block, pool) > (?, ?)
     ORDER BY block, pool LIMIT ?`,
    ...[...placeOf(of), after.block, after.address, poolsPerPage],
  )
  return rows.map((row) =>
    decodeRow(sql, 'a pool of the index', () => ({ ...parsePool(row), block: integer(row, 'block') })),
  )
}

async function readCursor(sql: Sql, of: IndexedSource): Promise<IndexCursor | undefined> {
  const [row] = await sql.all(
    'SELECT version, marks FROM pool_cursors WHERE network = ? AND source = ? AND factory = ?',
    ...placeOf(of),
  )
  return row === undefined
    ? undefined
    : decodeRow(sql, 'the index of pools', () => ({
        version: integer(row, 'version'),
        marks: decodeLossless<readonly ReorgCheckpoint[]>(text(row, 'marks')),
      }))
}

async function countPools(sql: Sql, of: IndexedSource): Promise<IndexCounts> {
  const rows = await sql.all(
    'SELECT reason, count(*) AS n FROM pools WHERE network = ? AND source = ? AND factory = ? GROUP BY reason',
    ...placeOf(of),
  )
  return decodeRow(sql, 'the index of pools', () =>
    Object.fromEntries(rows.map((row) => [maybeText(row, 'reason') ?? '', integer(row, 'n')])),
  )
}

/** The cursor's version decides between two concurrent writers: the second one changes nothing. */
const put = (sql: Sql, of: IndexedSource, step: IndexUpdate): Promise<boolean> =>
  sql.runAll([
    toCursorStatement(of, step),
    {
      sql: 'DELETE FROM pools WHERE network = ? AND source = ? AND factory = ? AND block BETWEEN ? AND ?',
      values: [...placeOf(of), step.first, step.last],
    },
    ...toInserts(
      'pools',
      7,
      step.pools.map((pool) => poolRow(of, pool)),
    ),
    ...toInserts(
      'pool_pairs',
      6,
      step.pools.flatMap((pool) => pairRows(of, pool)),
    ),
  ])

function toCursorStatement(of: IndexedSource, { version, marks }: IndexUpdate): SqlStatement {
  const text = encodeLossless(marks)
  return version === undefined
    ? {
        sql: `INSERT INTO pool_cursors (network, source, factory, version, marks) VALUES (?, ?, ?, 1, ?)
              ON CONFLICT DO NOTHING`,
        values: [...placeOf(of), text],
      }
    : {
        sql: `UPDATE pool_cursors SET version = version + 1, marks = ?
              WHERE network = ? AND source = ? AND factory = ? AND version = ?`,
        values: [text, ...placeOf(of), version],
      }
}

/** Existing rows stay: a pool is created once. */
function toInserts(
  table: 'pools' | 'pool_pairs',
  columns: number,
  rows: readonly (readonly SqlValue[])[],
): SqlStatement[] {
  const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`
  const parts = Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, i) =>
    rows.slice(i * rowsPerStatement, (i + 1) * rowsPerStatement),
  )
  return parts.map((part) => ({
    sql: `INSERT INTO ${table} VALUES ${part.map(() => row).join(', ')} ON CONFLICT DO NOTHING`,
    values: part.flat(),
  }))
}

function poolRow(of: IndexedSource, { address, block, skipReason, ...body }: CreatedPool): readonly SqlValue[] {
  return [...placeOf(of), address, block, skipReason ?? null, encodeLossless(body)]
}

const pairRows = (of: IndexedSource, { address, tokens }: CreatedPool): readonly (readonly SqlValue[])[] =>
  pairsOf(tokens).map(([token, other]) => [of.network, token, other, of.source, of.factory, address])

const placeOf = ({ network, source, factory }: IndexedSource): readonly SqlValue[] => [network, source, factory]

/** Every two of the tokens, the smaller first. */
function pairsOf(tokens: readonly Address[]): readonly (readonly [Address, Address])[] {
  const sorted = [...new Set(tokens)].sort((a, b) => (a < b ? -1 : 1))
  return sorted.flatMap((token, i) => sorted.slice(i + 1).map((other) => [token, other] as const))
}
