/** Another signature of a step's transaction: its other fields are the same, by a constraint of the file. */

import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Journal } from '#domain/journal/journal'
import type { Observation } from '#domain/journal/observations'
import { type SignedTx, transactionOf } from '#domain/journal/swap'
import type { Payload } from '#domain/payload'
import { evm, gas, type Hex, hex, seconds, wei } from '#domain/units'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { createDraft, createTrade, createTx, idOf, now } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const id = idOf(0xa1)
const first = createTx('swap', 5)
const other = evm(`0x${'b2'.repeat(20)}`)
const hashOf = (n: number): Hex => hex(`0x${n.toString(16).padStart(64, '0')}`)
const signature = (n: number, { nonce = 5, ...payload }: Partial<Payload> & { nonce?: number } = {}): SignedTx => ({
  ...{ ...first, nonce, hash: hashOf(n), raw: hex(`0x02${n.toString(16).padStart(8, '0')}`) },
  payload: { ...first.payload, ...payload },
})
const broadcast = (hash: Hex): Observation => ({ kind: 'broadcast', at: now, endpoint: 'a', hash, outcome: 'accepted' })

async function openSigned(): Promise<Journal> {
  const database = openOnce({ path: join(temporaryDirectory(), 'journal.db') })
  const journal = createJournal({ database, finalDepth: () => 3 })
  await journal.open(createDraft(id, 'k'))
  await journal.bindTrade(id, createTrade(idOf(0xb2)))
  await journal.recordSigned(id, first, now)
  return journal
}
async function hashesOf(journal: Journal): Promise<readonly Hex[] | undefined> {
  const intent = await journal.find(id)
  return intent && transactionOf(intent, 'swap')?.versions.map(({ hash }) => hash)
}

test('the last version is the one to send: the newest, or the one that a node was given', async () => {
  const journal = await openSigned()
  await journal.recordSignature(id, signature(1), now, [])
  expect(await hashesOf(journal)).toEqual([first.hash, hashOf(1)])
  await journal.addObservations(id, 'swap', [broadcast(hashOf(1))])
  await journal.recordSignature(id, signature(2), now)
  expect(await hashesOf(journal)).toEqual([first.hash, hashOf(2), hashOf(1)])
  for (const hash of [first.hash, hashOf(1), hashOf(2)]) expect((await journal.find(hash))?.id).toBe(id)
})

test('a replacement stays the last one', async () => {
  const journal = await openSigned()
  await journal.addObservations(id, 'swap', [broadcast(first.hash)])
  const fees = { type: 2, maxFeePerGas: wei(9_000_000_000n), maxPriorityFeePerGas: wei(9n) } as const
  const faster = { ...signature(1, { fees }), kind: 'speedup', replaces: first.hash } as const
  await journal.recordReplacement(id, faster, now)
  await journal.recordSignature(id, signature(2), seconds(now + 60))
  expect(await hashesOf(journal)).toEqual([hashOf(2), first.hash, hashOf(1)])
})

test.each<[string, SignedTx, string]>([
  ['the same signature', { ...signature(1), hash: first.hash }, 'is of the same transaction'],
  ['another nonce', signature(1, { nonce: 6 }), 'share a nonce'],
  ['another recipient', signature(1, { to: other }), 'is of the same transaction'],
  ['another account', signature(1, { from: other }), 'is of the same transaction'],
  ['another chain', signature(1, { chainId: 1 }), 'is of the same transaction'],
  ['another call', signature(1, { data: hex('0x12') }), 'is of the same transaction'],
  ['another value', signature(1, { value: wei(77n) }), 'is of the same transaction'],
  ['another gas limit', signature(1, { gasLimit: gas(77n) }), 'is of the same transaction'],
  [
    'other fees',
    signature(1, { fees: { type: 2, maxFeePerGas: wei(2_000_000_000n), maxPriorityFeePerGas: wei(2n) } }),
    'is of the same transaction',
  ],
  [
    'fees of another type',
    signature(1, { fees: { type: 0, gasPrice: wei(2_000_000_000n) } }),
    'is of the same transaction',
  ],
  [
    'a private way',
    { ...signature(1), sending: { endpoint: 'b', fallback: 'never' } as never },
    'is of the same transaction',
  ],
])('%s is refused by the file itself', async (_, tx, reason) => {
  const journal = await openSigned()
  await expect(journal.recordSignature(id, tx, now)).rejects.toThrow(reason)
  expect(await hashesOf(journal)).toEqual([first.hash])
})

test('only of a step that was signed', async () => {
  const journal = await openSigned()
  await expect(journal.recordSignature(id, createTx('approve', 5), now)).rejects.toMatchObject({ code: 'INTERNAL' })
})
