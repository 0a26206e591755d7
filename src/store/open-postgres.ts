import type { Sql as Pool } from 'postgres'
import type { Row, Value } from '#store/database'
import { migratePostgres } from '#store/migrate-postgres'
import { postgresFailure } from '#store/postgres-failure'
import { postgresSchema } from '#store/postgres-schema'
import type { Sql, Statement } from '#store/sql'

/** The server's clock at the statement, not at the beginning of its transaction. */
const clock = 'floor(extract(epoch FROM clock_timestamp()))::bigint'

/** Statements here take milliseconds; what waits longer has met somebody else's lock. */
const statementMs = 10_000
const lockMs = 5_000
const connectSeconds = 5
/** Between tries to connect, at most: the driver's own 20 would keep a database that is back waiting for us. */
const pauseSeconds = 1

export interface PostgresAddress {
  /** `postgres://user:password@host:port/database`; what it leaves out is taken as `psql` does. */
  readonly url: string
  /** Connections at most; each statement takes one. */
  readonly connections?: number
}

export interface OpenSql extends Sql {
  close(): Promise<void>
}

/**
 * Opens a store in PostgreSQL, making its tables where they are not there yet. A statement whose connection is lost
 * fails and is never sent again: whether it was carried out, nobody knows.
 *
 * @throws `STORE_UNREACHABLE`, `STORE_BUSY`, `STORE_UNUSABLE`.
 */
export async function openPostgres({ url, connections = 10 }: PostgresAddress): Promise<OpenSql> {
  const place = placeOf(url)
  const { default: connect } = await import('postgres')
  const pool = connect(url, {
    max: connections,
    connect_timeout: connectSeconds,
    // Else it asks for the types of arrays on every new connection, of which we send none, and where that connection is cut
    // off at once its failure is nobody's to catch: it would end the server.
    fetch_types: false,
    backoff: (tries) => Math.min(2 ** tries / 100, pauseSeconds),
    onnotice: () => undefined,
    // 64-bit integers as numbers: a reader of rows refuses those that are not exact
    types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
    connection: {
      application_name: 'swapline',
      search_path: postgresSchema,
      statement_timeout: statementMs,
      lock_timeout: lockMs,
      idle_in_transaction_session_timeout: statementMs,
    },
  })
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw postgresFailure(place, error)
    }
  }
  const statement = (sql: string, values: readonly Value[]) =>
    attempt(async () => pool.unsafe<Row[]>(numbered(sql), [...values], { prepare: true }))
  const close = () => pool.end({ timeout: connectSeconds })

  try {
    await attempt(() => migratePostgres({ pool, place }))
  } catch (error) {
    await close()
    throw error
  }
  return {
    place,
    clock,
    all: (sql, ...values) => statement(sql, values),
    run: async (sql, ...values) => (await statement(sql, values)).count,
    together: (statements) => attempt(() => transaction(pool, statements)),
    close,
  }
}

/** Undone where the first statement changes nothing. */
async function transaction(pool: Pool<{ bigint: number }>, statements: readonly Statement[]): Promise<boolean> {
  return pool.begin(async (one) => {
    for (const [i, { sql, values }] of statements.entries()) {
      const { count } = await one.unsafe(numbered(sql), [...values], { prepare: true })
      if (i === 0 && count === 0) return false
    }
    return true
  })
}

/** `?` as PostgreSQL writes it: `$1`, `$2` … No statement of ours holds one in a text. */
function numbered(sql: string): string {
  let n = 0
  return sql.replaceAll('?', () => {
    n += 1
    return `$${n}`
  })
}

/** Where a database is, without user, password and options. */
export function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'postgres'
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}
