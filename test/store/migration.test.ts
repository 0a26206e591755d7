import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { temporaryDirectory } from './temporary-directory.ts'

/**
 * A store as the program of format 4 wrote it on a sandbox, without its quotes: swaps that were mined, refused,
 * unanswered, left at a node, replaced and reverted.
 */
const recorded = gunzipSync(readFileSync(join(import.meta.dirname, 'format-4.db.gz')))

function openMigrated(finalDepth: number) {
  const path = join(temporaryDirectory(), 'swapline.db')
  writeFileSync(path, recorded, { mode: 0o600 })
  const database = openOnce({ path })
  return { database, journal: createJournal({ database, finalDepth: () => finalDepth }) }
}

test('a store of format 4 becomes evidence: what was only recorded as a stage is no longer proven', async () => {
  const { journal } = openMigrated(1)
  const intents = await journal.list()
  expect(Object.fromEntries(intents.map(({ key, stage }) => [key.slice(0, 13), stage]))).toEqual({
    confirmed: 'confirmed',
    'with-approval': 'confirmed',
    'fa7a5a9d-96d9': 'confirmed',
    submitted: 'submitted',
    replaced: 'unknown',
    built: 'confirmed',
    cancelled: 'unknown',
    signed: 'unknown',
    reverted: 'reverted',
  })
})

test('amounts, blocks, nonces and bytes are kept, and the timeline as it was', async () => {
  const { journal } = openMigrated(1)
  const intent = await journal.findByKey('with-approval')
  expect(intent?.trade?.bought).toBe(99_985_808_138_827_772_823n)
  expect(intent?.transactions).toMatchObject([
    { step: 'approve', nonce: 1, mined: { block: 19 }, conclusion: { sent: 'yes', depth: 1 } },
    {
      step: 'swap',
      nonce: 2,
      hash: '0x2bd4f0e5f792242b8318b1f8031c0714f4f714eb6c8bdb0cc2eb22ed1f6509b2',
      mined: { block: 20 },
    },
  ])
  expect(intent?.transactions[1]?.raw.startsWith('0x02')).toBe(true)
  expect(intent?.timeline.map(({ stage }) => stage)).toEqual([
    ...['built', 'signed', 'submitted', 'mined', 'confirmed', 'signed', 'submitted', 'mined', 'confirmed'],
  ])
  const refused = await journal.findByKey('cancelled')
  expect(refused?.transactions).toMatchObject([{ conclusion: { sent: 'maybe', mayBroadcast: true } }])
})

test('confirmed at one block becomes mined if the entry requires more', async () => {
  const { journal } = openMigrated(12)
  expect((await journal.findByKey('confirmed'))?.stage).toBe('mined')
  expect(await journal.findByKey('reverted')).toMatchObject({
    stage: 'reverted',
    transactions: [{ conclusion: { isFinal: false } }],
  })
})

test('signed and unsettled transactions still hold their nonce', async () => {
  const { journal } = openMigrated(1)
  const signed = await journal.findByKey('signed')
  if (signed === undefined) throw new Error('it is not there')
  expect(await journal.highestNonce(signed.network, signed.from, signed.createdAt)).toBe(0)
})
