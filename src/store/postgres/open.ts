import type { Sql as Pool } from 'postgres'
import { fail } from '#domain/errors'
import type { SqlRow, SqlValue } from '#store/database'
import { postgresFailure } from '#store/postgres/failure'
import { migratePostgres } from '#store/postgres/migrate'
import { postgresSchema } from '#store/postgres/schema'
import { isUndoing, type Sql, type SqlStatement } from '#store/sql'

/** The server's clock at the statement, not at the start of its transaction. */
const clock = 'floor(extract(epoch FROM clock_timestamp()))::bigint'

/** Statements here take milliseconds; one that waits longer has met another client's lock. */
const statementMs = 10_000
const lockMs = 5_000
const connectSeconds = 5
/** Maximum pause between connection attempts: with the driver's own 20 a database that is back would wait for us. */
const pauseSeconds = 1

export interface PostgresAddress {
  /** `postgres://user:password@host:port/database`; missing parts default as in `psql`. */
  readonly url: string
  /** Maximum number of connections; each statement takes one. */
  readonly connections?: number
}

export interface OpenSql extends Sql {
  close(): Promise<void>
}

/**
 * Opens a store in PostgreSQL and creates missing tables. A statement whose connection is lost fails and is never sent
 * again: it is unknown whether it was executed.
 * @throws `STORE_UNREACHABLE`, `STORE_BUSY`, `STORE_UNUSABLE`.
 */
export async function openPostgres({ url, connections = 10 }: PostgresAddress): Promise<OpenSql> {
  const place = redactUrl(url)
  const { default: connect } = await import('postgres')
  const pool = connect(url, {
    max: connections,
    connect_timeout: connectSeconds,
    // Otherwise it queries array types, which we never send, on every new connection; if that connection is cut off at
    // once, the failure cannot be caught and would end the server.
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
  const statement = (sql: string, values: readonly SqlValue[]) =>
    attempt(async () => pool.unsafe<SqlRow[]>(numberPlaceholders(sql), [...values], { prepare: true }))
  const close = () => pool.end({ timeout: connectSeconds })

  try {
    await attempt(async () => {
      await requireDurableCommits(pool, place)
      await migratePostgres({ pool, place })
    })
  } catch (error) {
    await close()
    throw error
  }
  return {
    place,
    clock,
    all: (sql, ...values) => statement(sql, values),
    run: async (sql, ...values) => (await statement(sql, values)).count,
    runAll: (statements) => attempt(() => transaction(pool, statements)),
    close,
  }
}

/**
 * A database may be set to lose what it acknowledged last: a quote would be usable again, and an order's signed bytes be
 * known only to the node they were sent to.
 * @throws `STORE_UNUSABLE`
 */
async function requireDurableCommits(pool: Pool<{ bigint: number }>, place: string): Promise<void> {
  const [row] = await pool.unsafe('SHOW synchronous_commit')
  if (row?.['synchronous_commit'] !== 'off') return
  const reason = 'its synchronous_commit is off, so a crash could take back what was stored; set it to on'
  throw fail('STORE_UNUSABLE', { path: place, reason })
}

class Undone extends Error {}

async function transaction(pool: Pool<{ bigint: number }>, statements: readonly SqlStatement[]): Promise<boolean> {
  try {
    await pool.begin(async (one) => {
      for (const [place, statement] of statements.entries()) {
        const { count } = await one.unsafe(numberPlaceholders(statement.sql), [...statement.values], { prepare: true })
        if (isUndoing(statement, place, count)) throw new Undone() // the driver then rolls back
      }
    })
    return true
  } catch (error) {
    if (error instanceof Undone) return false
    throw error
  }
}

/** `?` as PostgreSQL writes it: `$1`, `$2` … None of our statements has one in a string. */
function numberPlaceholders(sql: string): string {
  let n = 0
  return sql.replaceAll('?', () => {
    n += 1
    return `$${n}`
  })
}

/** The location of a database, without user, password and options. */
export function redactUrl(url: string): string {
  if (!URL.canParse(url)) return 'postgres'
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}
