import { randomBytes, randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { ServiceStore } from '#domain/service/stores'
import { quoteId } from '#domain/units'
import { openServiceStore } from '#store/service/open-store'
import { createCheckpoints } from '#store/sqlite/checkpoints'
import { openDatabase } from '#store/sqlite/open'
import { crossQuote } from '#test/crossing/quote-sample'
import { createWorkerProcesses } from './processes.ts'
import { createQuote, now } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const processes = createWorkerProcesses()
const newPlace = () => join(temporaryDirectory(), 'store.db')
const logSize = (place: string) => statSync(`${place}-wal`).size
const warnings = [{ code: 'LONG', message: 'x'.repeat(50_000) }]

async function openStore(place: string): Promise<ServiceStore> {
  const store = await openServiceStore({ clock: { now: () => now, sleep: (ms) => sleep(ms) }, randomBytes }, place)
  onTestFinished(() => store.close())
  return store
}

async function writeQuotes(store: ServiceStore, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await store.quotes.put({ ...createQuote(randomUUID()), warnings })
}

test('a reader that stays in an old state makes no writer wait for long', async () => {
  const place = newPlace()
  const store = await openStore(place)
  await writeQuotes(store, 1)
  const reader = await openDatabase({ path: place })
  onTestFinished(() => reader.close())
  reader.run('BEGIN')
  reader.all('SELECT count(*) FROM quotes')
  while (logSize(place) < 36_000_000) await writeQuotes(store, 100)

  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await writeQuotes(store, 400)
  delay.disable()
  expect(delay.max / 1e6).toBeLessThan(500)
})

test('what a reader let the log grow to is given back to the disk once it has gone', async () => {
  const place = newPlace()
  const store = await openStore(place)
  await writeQuotes(store, 1)
  const reader = await openDatabase({ path: place })
  reader.run('BEGIN')
  reader.all('SELECT count(*) FROM quotes')
  while (logSize(place) < 80_000_000) await writeQuotes(store, 100)
  reader.run('COMMIT')
  reader.close()
  for (let written = 0; written < 2_000 && logSize(place) >= 80_000_000; written += 100) {
    await writeQuotes(store, 100)
    await sleep(20)
  }
  expect(logSize(place)).toBeLessThan(64_000_000)
})

test('writes of every kind are counted: the log of a store of crossings alone does not grow with them', async () => {
  const place = newPlace()
  const store = await openStore(place)
  let log = 0
  for (let written = 0; written < 2_600; written += 100) {
    for (let i = 0; i < 100; i++) await store.crossQuotes.put({ ...crossQuote, id: quoteId(randomUUID()), warnings })
    await sleep(20)
    log = logSize(place)
  }
  expect(log).toBeLessThan(115_000_000)
})

test('a store is closed while a checkpoint runs and others are due', async () => {
  for (let round = 0; round < 5; round++) {
    const place = newPlace()
    const database = await openDatabase({ path: place, maxLogPages: 32_768 })
    const checkpoints = await createCheckpoints(place)
    for (let i = 0; i < 300; i++)
      database.run('INSERT INTO quotes (id, body, expires_at) VALUES (?, ?, 1)', i, 'x'.repeat(9_000))
    const count = () => {
      for (let i = 0; i < 100; i++) checkpoints.afterWrite()
    }
    count()
    const closed = checkpoints.close()
    count()
    await Promise.resolve().then(count)
    await closed
    count()
    expect(database.all('SELECT count(*) AS n FROM quotes')).toEqual([{ n: 300 }])
    database.close()
  }
})

test('of two processes that are killed at any point, each quote that was stored is there, and the file is whole', async () => {
  const place = newPlace()
  const stored: string[] = []
  for (let round = 0; round < 3; round++) {
    const workers = [1, 2].map(() => processes.start('quotes', place))
    await Promise.all(workers.map((worker) => worker.line()))
    await sleep(300 + 350 * round)
    for (const worker of workers) worker.kill()
    for (const lines of await Promise.all(workers.map((worker) => worker.rest()))) stored.push(...lines)
    const database = await openDatabase({ path: place })
    expect(database.all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    const ids = new Set(database.all('SELECT id FROM quotes').map(({ id }) => id))
    expect(stored.filter((id) => !ids.has(id))).toEqual([])
    database.close()
  }
  expect(stored.length).toBeGreaterThan(25) // a few at every speed of the disk
})
