import type { Sql as Pool } from 'postgres'
import { fail } from '#domain/errors'
import { postgresMigrations, postgresSchema } from '#store/postgres-schema'

/** "swpl": the advisory lock under which tables are made, one process at a time. */
const migrating = 0x73_77_70_6c

/**
 * Brings the tables to the format this swapline knows, all or nothing.
 * @throws `STORE_UNUSABLE` where a newer swapline made them.
 */
export async function migratePostgres({
  pool,
  place,
}: {
  pool: Pool<{ bigint: number }>
  place: string
}): Promise<void> {
  if ((await formatIn(pool, place)) === postgresMigrations.length) return
  await pool.begin(async (one) => {
    await one`SELECT pg_advisory_xact_lock(${migrating}::bigint)`
    const format = await formatIn(one, place) // another process may have done it while this one waited
    if (format === 0) await one.unsafe(`CREATE SCHEMA IF NOT EXISTS ${postgresSchema}`)
    for (const step of postgresMigrations.slice(format)) await one.unsafe(step).simple()
    await one`CREATE TABLE IF NOT EXISTS format (version BIGINT NOT NULL)`
    await one`DELETE FROM format`
    await one`INSERT INTO format VALUES (${postgresMigrations.length})`
  })
}

/** Asked of the tables of the catalogue: `to_regclass` answers from a cache that a wait for a lock does not renew. */
async function formatIn(pool: Pick<Pool<{ bigint: number }>, 'unsafe'>, place: string): Promise<number> {
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
