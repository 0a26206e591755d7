/** What is reserved for an L1 fee may be told after the signature, and rise; nothing else of what was signed changes. */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Driver from 'libsql'
import { expect, test } from 'vitest'
import type { Journal } from '#domain/journal/journal'
import { transactionOf } from '#domain/journal/swap'
import { wei } from '#domain/units'
import { createJournal } from '#store/journal/journal'
import { l1FeeRises } from '#store/sqlite/migrations/l1-fee-rises'
import { openOnce } from '#store/sqlite/open'
import { applicationId, migrations } from '#store/sqlite/schema'
import { createDraft, createTrade, createTx, idOf, now } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const id = idOf(0xa1)
const tx = createTx('swap', 5)

function openAt(path: string): { readonly journal: Journal; readonly database: ReturnType<typeof openOnce> } {
  const database = openOnce({ path })
  return { database, journal: createJournal({ database, finalDepth: () => 3 }) }
}

async function openSigned(l1Fee?: bigint) {
  const opened = openAt(join(temporaryDirectory(), 'journal.db'))
  const { journal } = opened
  await journal.open(createDraft(id, 'k'))
  await journal.bindTrade(id, createTrade(idOf(0xb2)))
  await journal.recordSigned(id, l1Fee === undefined ? tx : { ...tx, l1Fee: wei(l1Fee) }, now)
  const raise = (raised: bigint) => journal.recordL1Fee(id, { step: 'swap', hash: tx.hash, l1Fee: wei(raised) })
  const read = async () => (await journal.find(id))?.transactions[0]?.versions.map((one) => one.l1Fee)
  return { ...opened, raise, read }
}

test.each([
  ['of nothing is told', undefined, 5n, 5n],
  ['rises', 5n, 6n, 6n],
  ['rises by a digit', 9n, 10n, 10n],
  ['rises beyond 64 bits', 2n ** 64n, 2n ** 70n, 1_180_591_620_717_411_303_424n],
  ['never falls', 10n, 9n, 10n],
  ['never falls beyond 64 bits', 2n ** 70n, 2n ** 70n - 1n, 1_180_591_620_717_411_303_424n],
])('a reserve %s', async (_, before, told, after) => {
  const { raise, read } = await openSigned(before)
  await raise(told)
  expect(await read()).toEqual([after])
})

test('only of a version that was signed', async () => {
  const { journal, read } = await openSigned()
  const unknown = { step: 'swap', hash: createTx('swap', 6).hash, l1Fee: wei(5n) } as const
  await expect(journal.recordL1Fee(id, unknown)).rejects.toMatchObject({ code: 'INTERNAL' })
  await expect(journal.recordL1Fee(idOf(0xc3), { ...unknown, hash: tx.hash })).rejects.toMatchObject({
    code: 'INTERNAL',
  })
  expect(await read()).toEqual([undefined])
})

test.each(["'9'", "'010'", "'10 '", "'1e3'", "'-11'", "''", 'NULL'])(
  'the file itself refuses %s for 10',
  async (value) => {
    const { database, read } = await openSigned(10n)
    const db = await database()
    expect(() => db.run(`UPDATE attempts SET l1_fee = ${value}`)).toThrow('what is reserved for an L1 fee only rises')
    expect(await read()).toEqual([10n])
  },
)

test.each(['seq', 'rowid', 'step', 'nonce', 'hash', 'raw', 'payload', 'signed_at', 'kind', 'budget', 'sending'])(
  'the file itself refuses another %s beside it',
  async (column) => {
    const { database } = await openSigned(10n)
    const db = await database()
    const value = ['seq', 'rowid', 'step', 'nonce', 'signed_at'].includes(column) ? '77' : "'cancel'"
    expect(() => db.run(`UPDATE attempts SET ${column} = ${value}, l1_fee = '11'`)).toThrow(
      'signed bytes stay as they are',
    )
  },
)

test('a store of the format before opens, what it reserved is kept, and may rise', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  const before = migrations.slice(0, migrations.indexOf(l1FeeRises))
  expect(before).toHaveLength(13)
  const old = new Driver(path)
  for (const step of before) old.exec(step)
  old.exec(`
    INSERT INTO intents (id, key, kind, network, chain_id, sender, created_at)
      VALUES ('${id}', 'k', 'approve', 'base', 8453, '${tx.payload.from}', ${now});
    INSERT INTO steps (seq, intent, step, network, chain_id, sender, created_at)
      VALUES (1, '${id}', 'approve', 'base', 8453, '${tx.payload.from}', ${now});
    INSERT INTO attempts (step, nonce, hash, raw, payload, signed_at, l1_fee) VALUES (1, 5, '${tx.hash}', '0x02', '{}', ${now}, '700');
    PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${before.length}`)
  old.close()
  chmodSync(path, 0o600)
  const { journal } = openAt(path)
  const read = async () => (await journal.find(id))?.transactions[0]?.l1Fee
  expect(await read()).toBe(700n)
  await journal.recordL1Fee(id, { step: 'approve', hash: tx.hash, l1Fee: wei(1_000n) })
  expect(await read()).toBe(1_000n)
})

test('so may that of what a store of format 4 has signed, which recorded none', async () => {
  const path = join(temporaryDirectory(), 'store.db')
  writeFileSync(path, gunzipSync(readFileSync(join(import.meta.dirname, 'format-4.db.gz'))), { mode: 0o600 })
  const { journal } = openAt(path)
  const signed = await journal.findByKey('signed')
  const swap = signed && transactionOf(signed, 'swap')
  if (signed === undefined || swap === undefined) throw new Error('it is not there')
  expect(swap.l1Fee).toBeUndefined()
  await journal.recordL1Fee(signed.id, { step: 'swap', hash: swap.hash, l1Fee: wei(700n) })
  expect((await journal.findByKey('signed'))?.transactions.map(({ l1Fee }) => l1Fee)).toEqual([700n])
})
