import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { encodeLossless } from '#domain/lossless-json'
import { quoteId, seconds } from '#domain/units'
import { postgresMigrations } from '#store/postgres/schema'
import { openServiceStore } from '#store/service/open-store'
import { openDatabase } from '#store/sqlite/open'
import { testOtherLanes } from './lane-cases.ts'
import { testOwnNonces } from './own-nonce-cases.ts'
import { testPoolIndex } from './pool-index-cases.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { acceptSample, testRelayStore } from './relay-cases.ts'
import { createQuote, createRecord, idOf } from './samples.ts'
import { openStoreAt, testServiceStore } from './service-store-cases.ts'
import { testSwapRecords } from './swap-record-cases.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const fileName = () => join(temporaryDirectory(), 'store.db')

describe('SQLite', () => {
  const ground = { place: async () => fileName(), callersClock: (now: number) => seconds(now) }
  testServiceStore(ground)
  testSwapRecords(ground)
  testPoolIndex(ground)
  testRelayStore(ground)
  testOtherLanes(ground)
  testOwnNonces(ground)

  test('stores no key, only its hash', async () => {
    const place = fileName()
    const store = await openStoreAt(ground, place)
    const { text } = await store.keys.add({ name: 'bot' })
    const bytes = Buffer.concat(['', '-wal'].map((end) => readFileSync(`${place}${end}`)))
    expect(bytes.includes('bot')).toBe(true)
    expect(bytes.includes(text.slice(-43))).toBe(false)
  })

  test('checkpoints run beside the writes, and the log is begun again instead of growing with them', async () => {
    const place = fileName()
    const store = await openStoreAt(ground, place)
    const quote = createQuote(idOf(1))
    const body = 'x'.repeat(50_000)
    let last = 1
    const writeHundred = async () => {
      for (const end = last + 100; last < end; ) {
        last += 1
        await store.quotes.put({ ...quote, id: quoteId(idOf(last)), warnings: [{ code: 'LONG', message: body }] })
      }
      await sleep(20)
      return statSync(`${place}-wal`).size
    }
    let log = await writeHundred()
    // a writer that checkpoints itself keeps it at 4 MB by default, and here at 128 MB; it ends where one caught up
    for (let next = await writeHundred(); next > log && log < 115_000_000; next = await writeHundred()) log = next
    expect(log).toBeGreaterThan(4_500_000)
    expect(log).toBeLessThan(115_000_000)
    const other = await openStoreAt(ground, place)
    expect((await other.quotes.get(idOf(last))).quote.warnings[0]?.message).toBe(body)
  })

  test('counts states using only an index', async () => {
    const database = await openDatabase({ path: fileName() })
    const plan = database.all(
      "EXPLAIN QUERY PLAN SELECT status, count(*) FROM swaps WHERE wallet = 'a' AND network = 'b' GROUP BY status",
    )
    database.close()
    expect(plan.map(({ detail }) => detail)).toEqual([
      'SEARCH swaps USING COVERING INDEX swaps_by_wallet (wallet=? AND network=?)',
    ])
  })
})

describe('PostgreSQL', () => {
  let server: PostgresServer
  let admin: postgres.Sql
  beforeAll(async () => {
    server = await startPostgres()
    admin = postgres(server.url, { onnotice: () => undefined })
  })
  afterAll(async () => {
    await admin.end()
    await server.close()
  })

  let made = 0
  const place = async () => {
    made += 1
    await admin.unsafe(`CREATE DATABASE t${made}`)
    return server.url.replace(/postgres$/, `t${made}`)
  }
  /** Databases with all tables, of tests that have ended: emptying one takes a third of what creating it takes. */
  const spare: string[] = []
  const emptied = async () => {
    const url = spare.pop() ?? (await place())
    onTestFinished(() => void spare.push(url))
    const sql = raw(url)
    const tables = await sql`SELECT tablename FROM pg_tables WHERE schemaname = 'swapline' AND tablename <> 'format'`
    const names = tables.map(({ tablename }) => tablename)
    if (names.length > 0) await sql.unsafe(`TRUNCATE ${names.join(', ')} RESTART IDENTITY CASCADE`)
    return url
  }
  const raw = (url: string) => {
    const connection = postgres(url, { onnotice: () => undefined, connection: { search_path: 'swapline' } })
    onTestFinished(() => connection.end())
    return connection
  }
  // An hour off: the database's clock alone decides.
  const ground = { place: emptied, callersClock: (now: number) => seconds(now + 3_600) }
  testServiceStore(ground)
  testSwapRecords(ground)
  testPoolIndex(ground)
  testRelayStore(ground)
  testOtherLanes(ground)
  testOwnNonces(ground)

  test('eight clients may create the tables at once', async () => {
    for (let round = 0; round < 3; round++) {
      const url = await place()
      const stores = await Promise.all(Array.from({ length: 8 }, () => openStoreAt(ground, url)))
      for (const store of stores) expect(await store.keys.list()).toEqual([])
      expect(await raw(url)`SELECT version FROM format`).toEqual([{ version: String(postgresMigrations.length) }])
    }
  })

  test('an earlier swapline’s store is migrated with its content', async () => {
    const [first = ''] = postgresMigrations
    const url = await place()
    const sql = raw(url)
    await sql.unsafe(`CREATE SCHEMA swapline; ${first}; CREATE TABLE format (version BIGINT NOT NULL)`)
    await sql`INSERT INTO format VALUES (1)`
    const old = createQuote('abcdef01-0000-4000-8000-000000000000')
    await sql`INSERT INTO quotes (id, body, expires_at) VALUES (${old.id}, ${encodeLossless(old)}, ${old.expiresAt})`
    const store = await openStoreAt(ground, url)
    expect((await store.quotes.get(old.id)).quote).toStrictEqual(old)
    await store.records.put(new Map([[old.id, { record: createRecord(2) }]]))
    expect((await store.records.get(old.id)).record).toStrictEqual(createRecord(2))
  })

  test('a newer swapline’s store is refused with that reason and left as it is', async () => {
    const url = await place()
    await openStoreAt(ground, url)
    const sql = raw(url)
    await sql`UPDATE format SET version = 99`
    await expect(openStoreAt(ground, url)).rejects.toThrow('a newer swapline made it (format 99')
    expect(await sql`SELECT version FROM format`).toEqual([{ version: '99' }])
  })

  test('a database that may lose what it acknowledged is refused until it is set to keep it', async () => {
    const url = await place()
    const name = url.slice(url.lastIndexOf('/') + 1)
    await admin.unsafe(`ALTER DATABASE ${name} SET synchronous_commit = off`)
    await expect(openStoreAt(ground, url)).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringContaining('synchronous_commit is off'),
    })
    await admin.unsafe(`ALTER DATABASE ${name} SET synchronous_commit = local`)
    expect(await (await openStoreAt(ground, url)).keys.list()).toEqual([])
  })

  test('the end of an order is not undone by an update that waited for it', async () => {
    const url = await place()
    const store = await openStoreAt(ground, url)
    const { id, record } = await acceptSample(store)
    const sql = raw(url)
    let update: Promise<void> | undefined
    await sql.begin(async (end) => {
      await end`UPDATE relays SET outcome = 'success', spent_gwei = 1, ended_at = 1 WHERE id = ${id}`
      await end`UPDATE swaps SET status = 'success', body = ${encodeLossless({ ...record, status: 'success' })} WHERE id = ${id}`
      update = store.relays.updateRecord({ ...record, substatus: 'submitted' })
      for (let waiting = 0; waiting === 0; await sleep(5)) {
        const locks = await admin`SELECT 1 FROM pg_locks WHERE NOT granted`
        waiting = locks.length
      }
    })
    await update
    expect(await store.swaps.find({ id })).toMatchObject({ status: 'success' })
  })

  test('no statement can make a used quote unused, or a revoked key valid', async () => {
    const url = await place()
    const store = await openStoreAt(ground, url)
    const { key } = await store.keys.add({ name: 'bot' })
    await store.keys.revoke(key.id)
    const sql = raw(url)
    await sql`INSERT INTO quotes (id, body, expires_at, consumed_at) VALUES ('a', '{}', 1, 1)`
    await expect(sql`UPDATE quotes SET consumed_at = NULL`).rejects.toThrow('a quote is used once')
    await expect(sql`UPDATE api_keys SET revoked_at = NULL`).rejects.toThrow('a revoked key stays revoked')
  })

  test('stores no key, only its hash', async () => {
    const url = await place()
    const store = await openStoreAt(ground, url)
    const { text } = await store.keys.add({ name: 'bot' })
    const rows = JSON.stringify(await raw(url)`SELECT * FROM api_keys`)
    expect(rows).toContain('bot')
    expect(rows).not.toContain(text.slice(-43))
  })

  test('counts states using only an index', async () => {
    const url = await place()
    await openStoreAt(ground, url)
    const sql = raw(url)
    await sql`INSERT INTO swaps (id, network, wallet, transaction_hash, status, updated_at, body)
      SELECT n, 'n', 'w' || n % 100, n, 'success', 1, repeat('x', 500) FROM generate_series(1, 5000) AS n`
    await sql`VACUUM ANALYZE swaps`
    const plan =
      await sql`EXPLAIN SELECT status, count(*) FROM swaps WHERE wallet = 'w7' AND network = 'n' GROUP BY status`
    expect(JSON.stringify(plan)).toContain('Index Only Scan using swaps_by_wallet')
  })

  test.each([
    ['nobody listens', () => 'postgres://me:secret@127.0.0.1:1/there', 'STORE_UNREACHABLE', 'refuses the connection'],
    ['there is no such database', () => server.url.replace(/postgres$/, 'none'), 'STORE_UNUSABLE', 'no such database'],
  ])('%s: reported without the password', async (_, url, code, words) => {
    const opening = openServiceStore({ clock: { now: () => seconds(1), sleep: (ms) => sleep(ms) }, randomBytes }, url())
    const failure = await opening.catch((error: unknown) => error)
    expect(failure).toMatchObject({ code, message: expect.stringContaining(words) })
    expect(String(failure)).not.toContain('secret')
  })

  test('a lost connection fails the statement, and the next one works', async () => {
    const url = await place()
    const store = await openStoreAt(ground, url)
    await store.now()
    await admin`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'swapline'`
    await store.now().catch((error: unknown) => expect(error).toMatchObject({ code: 'STORE_UNREACHABLE' }))
    expect(await store.now()).toBeGreaterThan(0)
  })
})
