/** Versions of a step in the store: what they may be is a constraint of the file, whichever program writes it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Journal } from '#domain/journal/journal'
import type { LookObservation, Observation } from '#domain/journal/observations'
import { type AttemptKind, type SignedReplacement, type SignedTx, transactionOf } from '#domain/journal/swap'
import type { GasFees, Payload } from '#domain/payload'
import { evm, gas, type Hex, hex, networkName, noBytes, seconds, wei } from '#domain/units'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { account, createDraft, createTrade, createTx, idOf, now } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const [first, second] = [idOf(0xa1), idOf(0xb2)]
const sandbox = networkName('sandbox')
const other = evm(`0x${'b2'.repeat(20)}`)
const original = createTx('swap', 5)
const hashOf = (n: number): Hex => hex(`0x${n.toString(16).padStart(64, '0')}`)
const fees = (max: bigint, tip: bigint): GasFees => ({
  ...{ type: 2, maxFeePerGas: wei(max), maxPriorityFeePerGas: wei(tip) },
})
/** 9/8 of 2 gwei and of 1 wei, rounded up. */
const raised = fees(2_250_000_000n, 2n)
const budget = { maxPrice: wei(9_000_000_000n), maxCost: wei(10n ** 16n), of: 'swap' } as const

function createReplacement(
  kind: Exclude<AttemptKind, 'original'>,
  {
    n = 1,
    replaces = original.hash,
    nonce = 5,
    ...payload
  }: Partial<Payload> & { n?: number; replaces?: Hex; nonce?: number } = {},
): SignedReplacement {
  const nothing = { to: account, data: noBytes, value: wei(0n), gasLimit: gas(21_000n) }
  return {
    ...{
      kind,
      step: 'swap',
      nonce,
      hash: hashOf(n),
      raw: hex(`0x02${n.toString(16).padStart(8, '0')}`),
      budget,
      replaces,
    },
    payload: { ...original.payload, fees: raised, ...(kind === 'cancel' ? nothing : {}), ...payload },
  }
}

async function openSigned(tx: SignedTx = original): Promise<{ journal: Journal; path: string }> {
  const path = join(temporaryDirectory(), 'journal.db')
  const journal = createJournal({ database: openOnce({ path }), finalDepth: () => 3 })
  await journal.open(createDraft(first, 'k'))
  await journal.bindTrade(first, createTrade(second))
  await journal.recordSigned(first, tx, now)
  await journal.addObservations(first, 'swap', [broadcast(tx.hash)])
  return { journal, path }
}
const kindsOf = async (journal: Journal) =>
  (await journal.find(first))?.transactions.flatMap(({ versions }) => versions.map(({ kind }) => kind))
const broadcast = (hash: Hex): Observation => ({
  kind: 'broadcast',
  at: now,
  endpoint: 'node',
  hash,
  outcome: 'accepted',
})
const look = (hash: Hex, more: Partial<LookObservation> = {}): LookObservation => ({
  ...{ kind: 'look', at: now, endpoint: 'node', hash, nonce: 6, seen: 'absent' },
  head: { number: 9, hash: hashOf(0xd), time: now },
  ...more,
})
const mined = (hash: Hex): LookObservation =>
  look(hash, {
    seen: 'mined',
    receipt: { block: 9, blockHash: hashOf(0xc), gasUsed: gas(1n), feePaid: wei(1n), status: 'success' },
  })

test('a replacement is a version of its step: every hash names the intent, the newest one is sent', async () => {
  const { journal, path } = await openSigned()
  await journal.recordReplacement(first, createReplacement('speedup'), seconds(now + 60))
  const kept = await createJournal({ database: openOnce({ path }), finalDepth: () => 3 }).find(hashOf(1))
  const [tx] = kept?.transactions ?? []
  expect(kept?.transactions).toHaveLength(1)
  expect(tx).toMatchObject({ step: 'swap', nonce: 5, hash: original.hash, signedAt: now + 60, stage: 'submitted' })
  expect(tx?.versions).toMatchObject([
    { kind: 'original', hash: original.hash, signedAt: now },
    { kind: 'speedup', hash: hashOf(1), signedAt: now + 60, budget, payload: { fees: raised } },
  ])
  expect(tx?.conclusion.mayBroadcast).toBe(true)
  expect(kept?.timeline.map(({ stage, hash }) => [stage, hash])).toEqual([
    ['built', undefined],
    ['signed', original.hash],
    ['submitted', original.hash],
    ['signed', hashOf(1)],
  ])
  expect((await journal.find(original.hash))?.id).toBe(first)
})

test('what was reserved for the L1 fee of a version is kept with it', async () => {
  const { journal } = await openSigned()
  await journal.recordReplacement(first, { ...createReplacement('speedup'), l1Fee: wei(2n ** 70n) }, now)
  const [tx] = (await journal.find(first))?.transactions ?? []
  expect(tx?.versions.map(({ l1Fee }) => l1Fee)).toEqual([undefined, 2n ** 70n])
})

test('whichever version is mined, the step is mined, and cancelled by a cancellation', async () => {
  for (const [kind, hash, stage] of [
    ['speedup', original.hash, 'mined'],
    ['speedup', hashOf(1), 'mined'],
    ['cancel', original.hash, 'mined'],
    ['cancel', hashOf(1), 'cancelled'],
  ] as const) {
    const { journal } = await openSigned()
    await journal.recordReplacement(first, createReplacement(kind), now)
    const absent = hash === original.hash ? hashOf(1) : original.hash
    const after = await journal.addObservations(first, 'swap', [look(absent), mined(hash)])
    expect([after.stage, transactionOf(after, 'swap')?.hash], `${kind} ${stage}`).toEqual([stage, hash])
    expect(after.timeline.at(-1)).toMatchObject({ stage, hash })
  }
})

test.each([
  ['another nonce', createReplacement('speedup', { nonce: 6 }), 'attempts at one step share a nonce'],
  ['a maximum one wei below 9/8', createReplacement('speedup', { fees: fees(2_249_999_999n, 2n) }), 'at least 9/8'],
  ['a tip below 9/8', createReplacement('speedup', { fees: fees(2_250_000_000n, 1n) }), 'at least 9/8'],
  ['no fees at all', createReplacement('speedup', { fees: {} as GasFees }), 'at least 9/8'],
  ['another call', createReplacement('speedup', { data: hex('0x12') }), 'a speedup is the same call'],
  ['another gas limit', createReplacement('speedup', { gasLimit: gas(1n) }), 'a speedup is the same call'],
  ['another chain', createReplacement('cancel', { chainId: 1 }), 'the same account and chain'],
  ['another account', createReplacement('cancel', { from: other, to: other }), 'the same account and chain'],
  ['a cancel that pays', createReplacement('cancel', { value: wei(1n) }), 'a cancel transfers nothing'],
  ['a cancel to others', createReplacement('cancel', { to: other }), 'a cancel transfers nothing'],
])('%s is refused by the store', async (_, replacement, reason) => {
  const { journal } = await openSigned()
  await expect(journal.recordReplacement(first, replacement, now)).rejects.toThrow(reason)
  expect(await kindsOf(journal)).toEqual(['original'])
})

test('fees rise from version to version, and after a cancellation there are only cancellations', async () => {
  const { journal } = await openSigned()
  await journal.recordReplacement(first, createReplacement('speedup'), now)
  const again = { n: 2, replaces: hashOf(1) }
  await expect(journal.recordReplacement(first, createReplacement('speedup', again), now)).rejects.toThrow('9/8')
  const higher = { ...again, fees: fees(2_531_250_000n, 3n) }
  await journal.recordReplacement(first, createReplacement('cancel', higher), now)
  const later = { n: 3, replaces: hashOf(2), fees: fees(9_000_000_000n, 9n) }
  await expect(journal.recordReplacement(first, createReplacement('speedup', later), now)).rejects.toThrow(
    'follows no cancel',
  )
  await journal.recordReplacement(first, createReplacement('cancel', later), now)
  expect(await kindsOf(journal)).toEqual(['original', 'speedup', 'cancel', 'cancel'])
})

test('a legacy price is compared as both fees', async () => {
  const { payload } = original
  const legacy = { ...original, payload: { ...payload, fees: { type: 0, gasPrice: wei(80n) } as const } }
  const { journal } = await openSigned(legacy)
  const priced = (price: bigint) => createReplacement('speedup', { fees: { type: 0, gasPrice: wei(price) } })
  await expect(journal.recordReplacement(first, priced(89n), now)).rejects.toThrow('9/8')
  await journal.recordReplacement(first, priced(90n), now)
})

test('a step that is mined, or has another newest version, is not replaced', async () => {
  const { journal } = await openSigned()
  await journal.recordReplacement(first, createReplacement('speedup'), now)
  const stale = createReplacement('speedup', { n: 2, fees: fees(9_000_000_000n, 9n) })
  await expect(journal.recordReplacement(first, stale, now)).rejects.toMatchObject({
    code: 'NOT_REPLACEABLE',
    exit: 9,
    context: { sent: true, swapId: first, txHash: original.hash },
  })
  await journal.addObservations(first, 'swap', [mined(original.hash), look(hashOf(1))])
  const late = createReplacement('speedup', { n: 2, replaces: hashOf(1), fees: fees(9_000_000_000n, 9n) })
  await expect(journal.recordReplacement(first, late, now)).rejects.toThrow('was not replaced: it is in a block')
})

test('a nonce is held until its step is final, by a replacement from its own signature on', async () => {
  const { journal } = await openSigned()
  expect((await journal.findByNonce(sandbox, account, 5)).map(({ id }) => id)).toEqual([first])
  expect(await journal.findByNonce(sandbox, account, 6)).toEqual([])
  expect(await journal.highestNonce(sandbox, account, seconds(now + 1))).toBeUndefined()
  await journal.recordReplacement(first, createReplacement('cancel'), seconds(now + 60))
  expect(await journal.highestNonce(sandbox, account, seconds(now + 60))).toBe(5)
  const head = { number: 11, hash: hashOf(0xd), time: now }
  await journal.addObservations(first, 'swap', [{ ...mined(hashOf(1)), head }, look(original.hash, { head })])
  expect(await journal.findByNonce(sandbox, account, 5)).toEqual([])
})

/** As the program of format 5 wrote it on a sandbox: swaps that were mined, left at a node, and signed but not sent. */
const recorded = gunzipSync(readFileSync(join(import.meta.dirname, 'format-5.db.gz')))

test('a store of format 5 keeps its open attempts, which can be replaced', async () => {
  const path = join(temporaryDirectory(), 'swapline.db')
  writeFileSync(path, recorded, { mode: 0o600 })
  const journal = createJournal({ database: openOnce({ path }), finalDepth: () => 1 })
  const stages = (await journal.list()).map(({ key, stage, transactions }) => [key, stage, transactions.length])
  expect(stages).toEqual([
    ['signed', 'signed', 1],
    ['open', 'submitted', 1],
    ['approved', 'confirmed', 2],
    ['confirmed', 'confirmed', 1],
  ])
  const open = await journal.find('open')
  const tx = open && transactionOf(open, 'swap')
  if (open === undefined || tx === undefined) throw new Error('it is not there')
  expect(tx.versions).toMatchObject([{ kind: 'original', hash: tx.hash, raw: tx.raw }])
  expect([tx.budget, tx.l1Fee]).toEqual([undefined, undefined])
  const { nonce, payload, hash: replaces } = tx
  const paid = payload.fees.type === 2 ? payload.fees : { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }
  const higher = fees(paid.maxFeePerGas * 2n, paid.maxPriorityFeePerGas * 2n)
  const replacement = { kind: 'speedup', step: 'swap', nonce, hash: hashOf(1), raw: hex('0x02'), replaces } as const
  await journal.recordReplacement(open.id, { ...replacement, payload: { ...payload, fees: higher } }, now)
  expect((await journal.find(hashOf(1)))?.key).toBe('open')
})
