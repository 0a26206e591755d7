import type { Sql as Pool } from 'postgres'
import { fail } from '#domain/errors'
import { postgresMigrations, postgresSchema } from '#store/postgres/schema'

/** "swpl": the advisory lock for creating tables, one process at a time. */
const migrationLockId = 0x73_77_70_6c

/**
 * Migrates the tables to the format of this swapline, all or nothing.
 * @throws `STORE_UNUSABLE` if a newer swapline created them.
 */
export async function migratePostgres({
  pool,
  place,
}: {
  pool: Pool<{ bigint: number }>
  place: string
}): Promise<void> {
  if ((await readFormat(pool, place)) === postgresMigrations.length) return
  await pool.begin(async (one) => {
    await one`SELECT pg_advisory_xact_lock(${migrationLockId}::bigint)`
    const format = await readFormat(one, place) // another process may have done it while this one waited
    if (format === 0) await one.unsafe(`CREATE SCHEMA IF NOT EXISTS ${postgresSchema}`)
    for (const step of postgresMigrations.slice(format)) await one.unsafe(step).simple()
    await one`CREATE TABLE IF NOT EXISTS format (version BIGINT NOT NULL)`
    await one`DELETE FROM format`
    await one`INSERT INTO format VALUES (${postgresMigrations.length})`
  })
}

/** Queries the catalogue's tables: `to_regclass` answers from a cache that a wait for a lock does not refresh. */
async function readFormat(pool: Pick<Pool<{ bigint: number }>, 'unsafe'>, place: string): Promise<number> {
  const made = await pool.unsafe(
    `SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = '${postgresSchema}' AND tablename = 'format'`,
  )
  if (made.length === 0) return 0
  const [row] = await pool.unsafe(`SELECT version FROM ${postgresSchema}.format`)
  const version = Number(row?.['version'] ?? 0)
  if (version <= postgresMigrations.length) return version
  const reason = `a newer swapline made it (format ${version}, this one knows up to ${postgresMigrations.length})`
  throw fail('STORE_UNUSABLE', { path: place, reason })
}
