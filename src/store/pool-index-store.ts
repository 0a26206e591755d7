import type {
  IndexCounts,
  IndexCursor,
  IndexedPool,
  IndexedSource,
  IndexStep,
  MadePool,
  Mark,
  PoolIndex,
} from '#domain/creations'
import { leftOutReasons } from '#domain/protocol'
import type { Address } from '#domain/units'
import { evm } from '#domain/units'
import type { Row, Value } from '#store/database'
import { decodeLossless, encodeLossless } from '#store/lossless-json'
import { decoded, integer, maybeText, oneOf, text } from '#store/row'
import type { Sql, Statement } from '#store/sql'

/** Of one source and pair: more than any pair has that is worth a route, and few enough to read in one survey. */
const mostOfPair = 48
/** Rows in one statement, well below the values that databases take. */
const rowsTogether = 100

export const createPoolIndexStore = ({ sql }: { readonly sql: Sql }): PoolIndex => ({
  between: (network, tokens) => between(sql, network, tokens),
  cursor: (source) => cursor(sql, source),
  put: (source, step) => put(sql, source, step),
  counts: (source) => counts(sql, source),
})

async function between(sql: Sql, network: string, tokens: readonly Address[]): Promise<readonly IndexedPool[]> {
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
    ...[network, ...pairs.flat(), mostOfPair],
  )
  return rows.map((row) => readPool(sql, row))
}

const readPool = (sql: Sql, row: Row): IndexedPool =>
  decoded(sql, 'a pool of the index', () => {
    const body = decodeLossless<Omit<MadePool, 'address' | 'block' | 'leftOut'>>(text(row, 'body'))
    const leftOut = maybeText(row, 'reason') === undefined ? {} : { leftOut: oneOf(leftOutReasons, row, 'reason') }
    return { source: text(row, 'source'), pool: { address: evm(text(row, 'pool')), ...body, ...leftOut } }
  })

async function cursor(sql: Sql, of: IndexedSource): Promise<IndexCursor | undefined> {
  const [row] = await sql.all(
    'SELECT version, marks FROM pool_cursors WHERE network = ? AND source = ? AND factory = ?',
    ...placeOf(of),
  )
  return row === undefined
    ? undefined
    : decoded(sql, 'the index of pools', () => ({
        version: integer(row, 'version'),
        marks: decodeLossless<readonly Mark[]>(text(row, 'marks')),
      }))
}

async function counts(sql: Sql, of: IndexedSource): Promise<IndexCounts> {
  const rows = await sql.all(
    'SELECT reason, count(*) AS n FROM pools WHERE network = ? AND source = ? AND factory = ? GROUP BY reason',
    ...placeOf(of),
  )
  return decoded(sql, 'the index of pools', () =>
    Object.fromEntries(rows.map((row) => [maybeText(row, 'reason') ?? '', integer(row, 'n')])),
  )
}

/** The cursor's version decides between two who write at once: the second one changes nothing. */
const put = (sql: Sql, of: IndexedSource, step: IndexStep): Promise<boolean> =>
  sql.together([
    moved(of, step),
    {
      sql: 'DELETE FROM pools WHERE network = ? AND source = ? AND factory = ? AND block BETWEEN ? AND ?',
      values: [...placeOf(of), step.first, step.last],
    },
    ...inserts(
      'pools',
      7,
      step.pools.map((pool) => poolRow(of, pool)),
    ),
    ...inserts(
      'pool_pairs',
      6,
      step.pools.flatMap((pool) => pairRows(of, pool)),
    ),
  ])

function moved(of: IndexedSource, { version, marks }: IndexStep): Statement {
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

/** What was there already stays: a pool is made once. */
function inserts(table: 'pools' | 'pool_pairs', columns: number, rows: readonly (readonly Value[])[]): Statement[] {
  const row = `(${Array.from({ length: columns }, () => '?').join(', ')})`
  const parts = Array.from({ length: Math.ceil(rows.length / rowsTogether) }, (_, i) =>
    rows.slice(i * rowsTogether, (i + 1) * rowsTogether),
  )
  return parts.map((part) => ({
    sql: `INSERT INTO ${table} VALUES ${part.map(() => row).join(', ')} ON CONFLICT DO NOTHING`,
    values: part.flat(),
  }))
}

function poolRow(of: IndexedSource, { address, block, leftOut, ...body }: MadePool): readonly Value[] {
  return [...placeOf(of), address, block, leftOut ?? null, encodeLossless(body)]
}

const pairRows = (of: IndexedSource, { address, tokens }: MadePool): readonly (readonly Value[])[] =>
  pairsOf(tokens).map(([token, other]) => [of.network, token, other, of.source, of.factory, address])

const placeOf = ({ network, source, factory }: IndexedSource): readonly Value[] => [network, source, factory]

/** Every two of the tokens, the smaller first. */
function pairsOf(tokens: readonly Address[]): readonly (readonly [Address, Address])[] {
  const sorted = [...new Set(tokens)].sort((a, b) => (a < b ? -1 : 1))
  return sorted.flatMap((token, i) => sorted.slice(i + 1).map((other) => [token, other] as const))
}
