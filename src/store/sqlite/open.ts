import { resolve } from 'node:path'
import type { Database as Connection, Statement } from 'libsql'
import { fail } from '#domain/errors'
import type { Database, SqlRow } from '#store/database'
import { claimFile } from '#store/private-file'
import { isBusy, sqliteFailure } from '#store/sqlite/failure'
import { loadDriver } from '#store/sqlite/load-driver'
import { applicationId, migrations } from '#store/sqlite/schema'

const maxTries = 20
/** Bytes that a log keeps on the disk when it begins again; a reader of an old state may have let it grow beyond. */
const keptLogBytes = 48_000_000

export interface DatabaseFile {
  readonly path: string
  /**
   * `FULL`: a write is on the disk when it returns, even after a power cut. `NORMAL`: it only survives the death of the
   * process; for stores of quotes alone, never for a journal.
   */
  readonly synchronous?: 'FULL' | 'NORMAL'
  /** Pages of the log after which a write moves them into the file, and waits for that; 1000 if absent. */
  readonly maxLogPages?: number
  /** How long a statement waits for another process's write. Writes here take milliseconds. */
  readonly busyTimeoutMs?: number
}

/**
 * Opens the store; creates it if it does not exist.
 * @throws `UNSAFE_MODE`; `STORE_BUSY`; `STORE_UNUSABLE` if it is damaged, another program's or a newer swapline's. Such
 *   a file is left unchanged.
 */
export async function openDatabase(file: DatabaseFile): Promise<Database> {
  const path = resolve(file.path) // absolute, so that no path is parsed as a URI
  const Driver = await loadDriver()
  try {
    claimFile(path)
    const connection = new Driver(path)
    try {
      prepareWithOthers(connection, path, file)
    } catch (error) {
      connection.close()
      throw error
    }
    return wrapConnection(connection, path)
  } catch (error) {
    throw sqliteFailure(path, error)
  }
}

/** Opens at the first call and returns the same connection from then on; a failure is not cached. */
export function openOnce(file: DatabaseFile): () => Promise<Database> {
  let opening: Promise<Database> | undefined
  return () => {
    opening ??= openDatabase(file).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
}

/**
 * Of several processes that create one store, each holds a read lock while it asks for the write lock of the switch to
 * WAL. SQLite refuses such a deadlock at once, without its time-out, so the one that lost waits for the other's writes
 * by a transaction, where the time-out applies, and begins again.
 */
function prepareWithOthers(connection: Connection, path: string, file: DatabaseFile): void {
  connection.exec(`PRAGMA busy_timeout = ${file.busyTimeoutMs ?? 5000}`)
  for (let tries = 1; ; tries++) {
    try {
      prepare(connection, path, file)
      return
    } catch (error) {
      if (!isBusy(error) || tries === maxTries) throw error
      if (connection.inTransaction) connection.exec('ROLLBACK')
      connection.exec('BEGIN IMMEDIATE; COMMIT')
    }
  }
}

function prepare(connection: Connection, path: string, file: DatabaseFile): void {
  const { synchronous = 'FULL', maxLogPages = 1000 } = file
  refuseForeign(connection, path)
  connection.exec('PRAGMA journal_mode = WAL')
  connection.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA fullfsync = ON; PRAGMA foreign_keys = ON`)
  connection.exec(`PRAGMA wal_autocheckpoint = ${maxLogPages}; PRAGMA journal_size_limit = ${keptLogBytes}`)
  if (readPragma(connection, 'journal_mode') !== 'wal')
    throw fail('STORE_UNUSABLE', { path, reason: 'its file system cannot share a database between processes' })
  migrate(connection, path)
}

/** Before anything is written: opening another program's database must not change a byte of it. */
function refuseForeign(connection: Connection, path: string): void {
  connection.exec('BEGIN') // one transaction: between two reads another new process could create its tables
  const owner = readPragma(connection, 'application_id')
  const isEmpty = connection.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').all().length === 0
  connection.exec('COMMIT')
  if (owner !== applicationId && !(owner === 0 && isEmpty))
    throw fail('STORE_UNUSABLE', { path, reason: 'it belongs to another program' })
  refuseNewer(connection, path)
}

function refuseNewer(connection: Connection, path: string): number {
  const version = Number(readPragma(connection, 'user_version'))
  if (version > migrations.length) {
    const reason = `a newer swapline wrote it (format ${version}, this one knows up to ${migrations.length})`
    throw fail('STORE_UNUSABLE', { path, reason })
  }
  return version
}

function migrate(connection: Connection, path: string): void {
  if (refuseNewer(connection, path) === migrations.length) return
  inTransaction(connection, () => {
    const version = refuseNewer(connection, path) // another process may have done it while this one waited
    for (const step of migrations.slice(version)) connection.exec(step)
    connection.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${migrations.length}`)
  })
}

function readPragma(connection: Connection, name: string): unknown {
  const [row] = connection.prepare(`PRAGMA ${name}`).all()
  return typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined
}

function inTransaction<T>(connection: Connection, work: () => T): T {
  connection.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    connection.exec('COMMIT')
    return result
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK')
    throw error
  }
}

function wrapConnection(connection: Connection, path: string): Database {
  const prepared = new Map<string, Statement>()
  const statement = (sql: string): Statement => {
    const known = prepared.get(sql) ?? connection.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  const attempt = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw isSqlite(error) ? sqliteFailure(path, error) : error
    }
  }
  return {
    path,
    // `all` even for one row: `get` adds a column of its own, and leaves the statement open
    all: (sql, ...values) => attempt(() => statement(sql).all(...values) as SqlRow[]),
    run: (sql, ...values) => attempt(() => statement(sql).run(...values).changes),
    transaction: (work) => attempt(() => inTransaction(connection, work)),
    close: () => {
      prepared.clear()
      connection.close()
    },
  }
}

const isSqlite = (error: unknown): boolean => error instanceof Error && error.name === 'SqliteError'
