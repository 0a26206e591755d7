/** Rows that a fault of the disk, or another program, has changed. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { seconds } from '#domain/units'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { createDraft, createTrade, createTx, idOf, now } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

test.each([
  ['observations', 'body', 'null'],
  ['observations', 'body', '{"kind":"look"}'],
  ['observations', 'body', '{"kind":"look","at":1,"endpoint":"a","hash":"0x"}'],
  ['intents', 'trade', 'null'],
  ['intents', 'trade', '7'],
])('a row of %s whose %s is %s is damage, and no other failure', async (table, column, value) => {
  const path = join(temporaryDirectory(), 'journal.db')
  const database = openOnce({ path })
  const journal = createJournal({ database, finalDepth: () => 3 })
  const id = idOf(0xa1)
  await journal.open(createDraft(id, 'salary'))
  const swap = createTx('swap', 5)
  await journal.bindTrade(id, createTrade(idOf(0xb2)))
  await journal.recordSigned(id, swap, now)
  await journal.addObservations(id, 'swap', [
    { kind: 'broadcast', at: seconds(now), endpoint: 'node', hash: swap.hash, outcome: 'begun' },
  ])
  ;(await database()).run(`UPDATE ${table} SET ${column} = ?`, value)
  await expect(journal.find(id)).rejects.toMatchObject({ code: 'STORE_UNUSABLE' })
})
