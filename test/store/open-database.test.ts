import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Driver from 'libsql'
import { expect, test } from 'vitest'
import { openDatabase } from '#store/sqlite/open'
import { createWorkerProcesses } from './processes.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const processes = createWorkerProcesses()
const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8)

test('only the owner can read the directory and every file, whatever the umask', async () => {
  const directory = join(temporaryDirectory(), 'a', 'b')
  const before = process.umask(0)
  try {
    const database = await openDatabase({ path: join(directory, 'store.db') })
    database.run(`INSERT INTO quotes (id, body, expires_at) VALUES ('a', '{}', 1)`)
    expect(readdirSync(directory).sort()).toEqual(['store.db', 'store.db-shm', 'store.db-wal'])
    for (const file of readdirSync(directory)) expect(`${file} ${modeOf(join(directory, file))}`).toBe(`${file} 600`)
    expect(modeOf(directory)).toBe('700')
    database.close()
  } finally {
    process.umask(before)
  }
})

test('a write is on the disk when it returns: read back on the writing connection', async () => {
  const directory = temporaryDirectory()
  const journal = await openDatabase({ path: join(directory, 'journal.db') })
  expect(journal.all('PRAGMA synchronous')).toEqual([{ synchronous: 2 }])
  expect(journal.all('PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
  expect(journal.all('PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }])
  const quotes = await openDatabase({ path: join(directory, 'quotes.db'), synchronous: 'NORMAL' })
  expect(quotes.all('PRAGMA synchronous')).toEqual([{ synchronous: 1 }])
})

test.each([
  ['the file', 'store.db', 0o640, '600'],
  ['its write-ahead log', 'store.db-wal', 0o644, '600'],
  ['the directory', '', 0o750, '700'],
])('%s that others can read is refused with the remedy', async (_, file, mode, wanted) => {
  const directory = temporaryDirectory()
  const path = join(directory, 'store.db')
  const loose = join(directory, file)
  if (file !== '') writeFileSync(loose, '')
  chmodSync(loose, mode)
  await expect(openDatabase({ path })).rejects.toMatchObject({
    code: 'UNSAFE_MODE',
    fix: [`chmod ${wanted} ${file === '' ? directory : loose}`],
  })
})

test('a symbolic link is refused', async () => {
  const directory = temporaryDirectory()
  writeFileSync(join(directory, 'elsewhere.db'), '', { mode: 0o600 })
  symlinkSync(join(directory, 'elsewhere.db'), join(directory, 'store.db'))
  await expect(openDatabase({ path: join(directory, 'store.db') })).rejects.toMatchObject({ code: 'UNSAFE_MODE' })
})

test('a damaged file is refused and left as it is', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  const bytes = Buffer.alloc(8192, 'no database ')
  writeFileSync(path, bytes, { mode: 0o600 })
  await expect(openDatabase({ path })).rejects.toMatchObject({ code: 'STORE_UNUSABLE', exit: 3 })
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

test('a file with an intact header and damaged pages is reported instead of losing data', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  const database = await openDatabase({ path })
  database.run(`INSERT INTO quotes (id, body, expires_at) VALUES ('a', '${'x'.repeat(9000)}', 1)`)
  database.all('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const bytes = readFileSync(path)
  writeFileSync(path, Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 0xff)]))
  await expect(openDatabase({ path }).then((damaged) => damaged.all('SELECT * FROM quotes'))).rejects.toMatchObject({
    code: 'STORE_UNUSABLE',
  })
})

test("another program's database is refused without a byte changed", async () => {
  const path = join(temporaryDirectory(), 'store.db')
  writeFileSync(path, '', { mode: 0o600 })
  const other = new Driver(path)
  other.exec('CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)')
  other.close()
  const bytes = readFileSync(path)
  await expect(openDatabase({ path })).rejects.toThrow('it belongs to another program')
  expect(readFileSync(path).equals(bytes)).toBe(true)
})

test('a newer swapline’s file is refused with that reason', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  const database = await openDatabase({ path })
  database.run('PRAGMA user_version = 99')
  database.close()
  await expect(openDatabase({ path })).rejects.toThrow('a newer swapline wrote it (format 99')
})

test('a directory in the place of the file is refused', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  mkdirSync(path, { mode: 0o700 })
  await expect(openDatabase({ path })).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
})

test('a lock that stays is STORE_BUSY, and failed work is rolled back', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  const [one, two] = [await openDatabase({ path }), await openDatabase({ path, busyTimeoutMs: 20 })]
  const insert = `INSERT INTO quotes (id, body, expires_at) VALUES ('a', '{}', 1)`
  expect(() =>
    one.transaction(() => {
      one.run(insert)
      two.run(insert)
    }),
  ).toThrow(expect.objectContaining({ code: 'STORE_BUSY', exit: 5 }))
  expect(one.all('SELECT * FROM quotes')).toEqual([])
  two.run(insert)
})

test('several processes may create a store at once', async () => {
  const directory = temporaryDirectory()
  const start = String(Date.now() + 1500)
  const workers = Array.from({ length: 4 }, () => processes.start('create', directory, start))
  const said = await Promise.all(workers.map((worker) => worker.rest()))
  expect(said).toEqual(Array(4).fill(['created']))
})
