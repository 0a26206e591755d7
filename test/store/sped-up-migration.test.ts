/** What a service stored of sped-up swaps before it looked them up by either hash is found by it, and counted once. */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import Driver from 'libsql'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { encodeLossless } from '#domain/lossless-json'
import { evm, seconds } from '#domain/units'
import { postgresMigrations } from '#store/postgres/schema'
import { versions as postgresVersions } from '#store/postgres/versions'
import { versions } from '#store/sqlite/migrations/versions'
import { applicationId, migrations } from '#store/sqlite/schema'
import { startPostgres } from './postgres-server.ts'
import { account } from './samples.ts'
import { openStoreAt } from './service-store-cases.ts'
import { createSwapRecord, randomHash } from './swap-samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const versionHash = randomHash()
const done = { status: 'success', substatus: 'confirmed' } as const
const [record, again] = [
  createSwapRecord({ ...done, versionHash }),
  createSwapRecord({ ...done, transactionHash: versionHash }),
]

/** Shown as each other's version, before and after a reorganization; and two of which a third version was mined. */
const from = evm(`0x${'b3'.repeat(20)}`)
const [one, two, third, own] = [randomHash(), randomHash(), randomHash(), randomHash()]
const entangled = [
  createSwapRecord({ from, transactionHash: one, versionHash: two }),
  createSwapRecord({ from, transactionHash: two, versionHash: one }),
  createSwapRecord({ ...done, from, versionHash: third }),
  createSwapRecord({ ...done, from, versionHash: third }),
  // mined under the first hash after all
  createSwapRecord({ ...done, from, transactionHash: own, versionHash: own }),
  createSwapRecord({ ...done, from, versionHash: own }),
]

const rows = [record, again, createSwapRecord(done), ...entangled]
  .map((one) => [one.id, one.network, one.from, one.transactionHash, one.status, encodeLossless(one)])
  .map((values) => `(${values.map((value) => `'${value}'`).join(', ')}, 1)`)
const insert = `INSERT INTO swaps (id, network, wallet, transaction_hash, status, body, updated_at) VALUES ${rows.join(', ')}`

async function expectMerged(place: string): Promise<void> {
  const { swaps } = await openStoreAt({ callersClock: (now) => seconds(now) }, place)
  expect(await swaps.counts(account)).toMatchObject({ success: 2 })
  expect(await swaps.find({ id: again.id })).toStrictEqual(again)
  const { id } = await swaps.put(createSwapRecord({ transactionHash: versionHash }))
  expect([record.id, again.id]).toContain(id)
  expect(await swaps.counts(account)).toMatchObject({ success: 2, pending: 0 })
  expect(await swaps.counts(from)).toMatchObject({ success: 2, pending: 1 })
  expect(await swaps.listUnsettled(10)).toHaveLength(1)
}

test('in SQLite', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  const before = migrations.slice(0, migrations.indexOf(versions))
  const old = new Driver(path)
  for (const step of before) old.exec(step)
  old.exec(`${insert}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${before.length}`)
  old.close()
  chmodSync(path, 0o600)
  await expectMerged(path)
})

test('in PostgreSQL', async () => {
  const server = await startPostgres()
  const sql = postgres(server.url, { onnotice: () => undefined, connection: { search_path: 'swapline' } })
  try {
    const before = postgresMigrations.slice(0, postgresMigrations.indexOf(postgresVersions))
    await sql.unsafe(
      `CREATE SCHEMA swapline; ${before.join(';')}; ${insert}; CREATE TABLE format (version BIGINT NOT NULL)`,
    )
    await sql`INSERT INTO format VALUES (${before.length})`
    await expectMerged(server.url)
  } finally {
    await sql.end()
    await server.close()
  }
})
