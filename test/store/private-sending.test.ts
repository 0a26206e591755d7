/** What keeps private bytes private is a constraint of the file, whichever program writes it. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Journal } from '#domain/journal/journal'
import type { BroadcastObservation } from '#domain/journal/observations'
import type { PrivateSending } from '#domain/journal/private-sending'
import { type SignedReplacement, transactionOf } from '#domain/journal/swap'
import { hex, networkName, wei } from '#domain/units'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { account, createDraft, createTrade, createTx, idOf, now } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const id = idOf(0xa1)
const original = createTx('swap', 5)
const never: PrivateSending = {
  endpoint: 'relay.example',
  origin: 'https://relay.example',
  fallback: 'never',
  since: 7,
}

async function openSigned(sending: PrivateSending): Promise<Journal> {
  const path = join(temporaryDirectory(), 'journal.db')
  const journal = createJournal({ database: openOnce({ path }), finalDepth: () => 3 })
  await journal.open(createDraft(id, 'k'))
  await journal.bindTrade(id, createTrade(idOf(0xb2)))
  await journal.recordSigned(id, { ...original, sending }, now)
  return journal
}
const broadcast = (endpoint: string, via?: 'private'): BroadcastObservation => ({
  ...{ kind: 'broadcast', at: now, endpoint, hash: original.hash, outcome: 'begun' },
  ...(via === undefined ? {} : { via }),
})
const speedup: SignedReplacement = {
  ...{ kind: 'speedup', step: 'swap', nonce: 5, replaces: original.hash },
  hash: hex(`0x${'12'.repeat(32)}`),
  raw: hex('0x0212'),
  payload: {
    ...original.payload,
    fees: { type: 2, maxFeePerGas: wei(2_250_000_000n), maxPriorityFeePerGas: wei(2n) },
  },
}

test('how a version is sent is read back with it, and by the account and nonce as well', async () => {
  const journal = await openSigned({ ...never, fallback: 12 })
  const found = await journal.find(id)
  expect(found && transactionOf(found, 'swap')?.sending).toEqual({ ...never, fallback: 12 })
  const [holder] = await journal.findByNonce(networkName('sandbox'), account, 5)
  expect(holder?.transactions[0]?.versions[0].sending?.fallback).toBe(12)
})

test('of bytes that never go public, no broadcast to another endpoint can begin', async () => {
  const journal = await openSigned(never)
  await journal.addObservations(id, 'swap', [broadcast('relay.example', 'private')])
  const refusal = 'private bytes go to their private endpoint only'
  for (const elsewhere of [broadcast('node'), broadcast('relay.example'), broadcast('other.example', 'private')])
    await expect(journal.addObservations(id, 'swap', [elsewhere])).rejects.toThrow(refusal)
  const found = await journal.find(id)
  expect(found?.transactions[0]?.observations).toEqual([broadcast('relay.example', 'private')])
})

test('bytes with a fallback can be broadcast to public nodes', async () => {
  const journal = await openSigned({ ...never, fallback: 1 })
  await journal.addObservations(id, 'swap', [broadcast('node')])
  expect((await journal.find(id))?.transactions[0]?.observations).toHaveLength(1)
})

test('a replacement is sent as what it replaces, neither publicly nor to another endpoint', async () => {
  const journal = await openSigned(never)
  await journal.addObservations(id, 'swap', [broadcast('relay.example', 'private')])
  const refusal = 'a replacement is sent as what it replaces'
  for (const sending of [undefined, { ...never, endpoint: 'other.example' }, { ...never, fallback: 3 }]) {
    const tx = { ...speedup, ...(sending && { sending }) }
    await expect(journal.recordReplacement(id, tx, now)).rejects.toThrow(refusal)
  }
  await journal.recordReplacement(id, { ...speedup, sending: never }, now)
  expect((await journal.find(id))?.transactions[0]?.versions).toHaveLength(2)
})
