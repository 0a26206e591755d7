import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Journal } from '#domain/journal/journal'
import type { LookObservation, Observation, ReceiptFacts } from '#domain/journal/observations'
import type { MinedFacts, SignedTx } from '#domain/journal/swap'
import { amount, evm, gas, hex, networkName, quoteId, seconds, wei } from '#domain/units'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { createWorkerProcesses } from './processes.ts'
import { account, createDraft, createTrade, createTx, idOf, now } from './samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const processes = createWorkerProcesses()
const finalDepth = () => 3
const journalAt = (path: string): Journal => createJournal({ database: openOnce({ path }), finalDepth })
const newJournal = (): Journal => journalAt(join(temporaryDirectory(), 'journal.db'))
const [first, second] = [idOf(0xa1), idOf(0xb2)]
const mined: MinedFacts = { block: 9, blockHash: hex(`0x${'0c'.repeat(32)}`), gasUsed: gas(120_000n), feePaid: wei(7n) }

const broadcast = (tx: SignedTx, outcome: 'begun' | 'accepted' | 'refused', at = now): Observation => ({
  ...{ kind: 'broadcast', at, endpoint: 'node', hash: tx.hash, outcome },
})
const look = (tx: SignedTx, height: number, more: Partial<LookObservation> = {}): LookObservation => ({
  ...{ kind: 'look', at: now, endpoint: 'node', hash: tx.hash, nonce: tx.nonce + 1, seen: 'absent' },
  head: { number: height, hash: hex(`0x${'0d'.repeat(32)}`), time: now },
  ...more,
})
/** A look that shows it mined in block 9. */
const found = (tx: SignedTx, height: number, more: Partial<ReceiptFacts> = {}): LookObservation =>
  look(tx, height, { seen: 'mined', receipt: { ...mined, status: 'success', ...more } })

test('a swap from its creation to its confirmation, as another process reads it', async () => {
  const path = join(temporaryDirectory(), 'journal.db')
  const journal = journalAt(path)
  const [approve, swap] = [createTx('approve', 4), createTx('swap', 5)]
  const received = amount(1n << 100n)
  await journal.open({ ...createDraft(first, 'salary'), request: { amount: '50%' } })
  await journal.recordSigned(first, approve, now)
  await journal.addObservations(first, 'approve', [broadcast(approve, 'begun'), broadcast(approve, 'accepted')])
  await journal.addObservations(first, 'approve', [found(approve, 11)])
  await journal.bindTrade(first, createTrade(second))
  await journal.recordSigned(first, swap, seconds(now + 1))
  await journal.addObservations(first, 'swap', [broadcast(swap, 'begun')])
  await journal.addObservations(first, 'swap', [broadcast(swap, 'accepted', seconds(now + 2))])
  await journal.addObservations(first, 'swap', [{ ...found(swap, 9, { received }), at: seconds(now + 3) }])
  await journal.addObservations(first, 'swap', [{ ...found(swap, 11, { received }), at: seconds(now + 4) }])

  const { at: _, ...draft } = createDraft(first, 'salary')
  expect(await journalAt(path).find('salary')).toMatchObject({
    ...draft,
    request: { amount: '50%' },
    stage: 'confirmed',
    trade: { ...createTrade(second), bought: 1n << 100n },
    transactions: [
      { ...approve, stage: 'confirmed', mined, signedAt: now },
      { ...swap, stage: 'confirmed', mined, signedAt: now + 1, conclusion: { depth: 3, finalDepth: 3, isFinal: true } },
    ],
    timeline: [
      { stage: 'built', at: now },
      { step: 'approve', stage: 'signed', at: now, hash: approve.hash },
      { step: 'approve', stage: 'submitted', at: now, hash: approve.hash },
      { step: 'approve', stage: 'confirmed', at: now, hash: approve.hash },
      { step: 'swap', stage: 'signed', at: now + 1, hash: swap.hash },
      { step: 'swap', stage: 'submitted', at: now + 2, hash: swap.hash },
      { step: 'swap', stage: 'mined', at: now + 3, hash: swap.hash },
      { step: 'swap', stage: 'confirmed', at: now + 4, hash: swap.hash },
    ],
    createdAt: now,
  })
})

test('one intent per key: the second creation returns the first one', async () => {
  const journal = newJournal()
  await journal.open(createDraft(first, 'k'))
  const opened = await journal.open(createDraft(second, 'k'))
  expect(opened).toMatchObject({ id: first, stage: 'built', timeline: [{ at: now }] })
  expect(await journal.list()).toHaveLength(1)
})

test('nothing is signed twice, and the bytes signed first are kept', async () => {
  const journal = newJournal()
  await journal.open(createDraft(first))
  await journal.recordSigned(first, createTx('swap', 1), now)
  await expect(journal.recordSigned(first, createTx('swap', 2), now)).rejects.toMatchObject({ code: 'INTERNAL' })
  const intent = await journal.find(first)
  expect(intent?.transactions).toMatchObject([{ nonce: 1 }])
  expect(intent?.timeline).toHaveLength(2)
})

test('of eight processes that sign one intent at once exactly one may send', async () => {
  const path = join(temporaryDirectory(), 'journal.db')
  const start = String(Date.now() + 1000)
  const workers = Array.from({ length: 8 }, () => processes.start('sign', path, start))
  const said = (await Promise.all(workers.map((worker) => worker.rest()))).flat()
  expect(said.filter((line) => line === 'INTERNAL')).toHaveLength(7)
  const intent = await journalAt(path).findByKey('one')
  expect(said.filter((line) => line.startsWith('signed'))).toEqual([`signed ${intent?.id}`])
  expect(intent?.transactions).toHaveLength(1)
})

test('a payload of another account or chain is rejected', async () => {
  const journal = newJournal()
  await journal.open(createDraft(first))
  const tx = createTx('swap', 1)
  for (const payload of [
    { ...tx.payload, chainId: 1 },
    { ...tx.payload, from: evm(`0x${'b2'.repeat(20)}`) },
  ])
    await expect(journal.recordSigned(first, { ...tx, payload }, now)).rejects.toMatchObject({ code: 'INTERNAL' })
  await expect(journal.recordSigned(second, tx, now)).rejects.toMatchObject({ code: 'INTERNAL' })
  expect((await journal.find(first))?.transactions).toEqual([])
})

test('a trade can be bound again until its swap is signed, also after an approval', async () => {
  const journal = newJournal()
  await journal.open(createDraft(first))
  await journal.bindTrade(first, createTrade(idOf(1)))
  await journal.recordSigned(first, createTx('approve', 1), now)
  await journal.bindTrade(first, createTrade(idOf(2)))
  await journal.recordSigned(first, createTx('swap', 2), now)
  await expect(journal.bindTrade(first, createTrade(idOf(3)))).rejects.toMatchObject({ code: 'INTERNAL' })
  expect((await journal.find(first))?.trade?.quoteId).toBe(idOf(2))
})

test('stages before a signature are recorded once, and a decline can be taken back', async () => {
  const journal = newJournal()
  await journal.open(createDraft(first))
  await journal.noteStage(first, 'declined', now)
  await journal.noteStage(first, 'declined', now)
  expect(await journal.find(first)).toMatchObject({
    stage: 'declined',
    timeline: [{ stage: 'built' }, { stage: 'declined' }],
  })
  await journal.recordSigned(first, createTx('swap', 1), now)
  expect((await journal.find(first))?.stage).toBe('signed')
  await expect(journal.addObservations(first, 'approve', [])).rejects.toMatchObject({ code: 'INTERNAL' })
})

test('a reorganization takes back what the lost block showed, and the timeline keeps both', async () => {
  const journal = newJournal()
  const tx = createTx('swap', 1)
  await journal.open(createDraft(first))
  await journal.bindTrade(first, createTrade(second))
  await journal.recordSigned(first, tx, now)
  await journal.addObservations(first, 'swap', [broadcast(tx, 'begun'), found(tx, 9, { received: amount(5n) })])
  const back = await journal.addObservations(first, 'swap', [look(tx, 10, { seen: 'waiting', nonce: 1 })])
  expect(back.transactions[0]).not.toHaveProperty('mined')
  expect(back.trade).not.toHaveProperty('bought')

  const moved = { block: 10, blockHash: hex(`0x${'0e'.repeat(32)}`), received: amount(6n) }
  const again = await journal.addObservations(first, 'swap', [found(tx, 10, moved)])
  expect(again.transactions).toMatchObject([{ mined: { block: 10 } }])
  expect(again.trade?.bought).toBe(6n)
  expect(again.timeline.map(({ stage }) => stage)).toEqual(['built', 'signed', 'mined', 'submitted', 'mined'])
})

test('a look that shows the same again replaces the last one, at the end', async () => {
  const path = join(temporaryDirectory(), 'journal.db')
  const database = openOnce({ path })
  const journal = createJournal({ database, finalDepth })
  const tx = createTx('swap', 1)
  await journal.open(createDraft(first))
  await journal.recordSigned(first, tx, now)
  await journal.addObservations(first, 'swap', [broadcast(tx, 'begun')])
  for (const height of [3, 4, 5]) await journal.addObservations(first, 'swap', [look(tx, height)])
  await journal.addObservations(first, 'swap', [broadcast(tx, 'accepted')])
  const kinds = async () => (await journal.find(first))?.transactions[0]?.observations.map(({ kind }) => kind)
  expect(await kinds()).toEqual(['broadcast', 'look', 'broadcast'])
  await journal.addObservations(first, 'swap', [look(tx, 6)])
  expect(await kinds()).toEqual(['broadcast', 'look', 'broadcast', 'look'])
  expect((await journal.find(first))?.transactions[0]?.observations[1]).toMatchObject({ head: { number: 5 } })
  expect((await database()).all('SELECT max(seq) AS seq FROM observations')).toEqual([{ seq: 6 }])
})

test('a look that shows something else is added to the last one', async () => {
  const journal = newJournal()
  const tx = createTx('swap', 1)
  await journal.open(createDraft(first))
  await journal.recordSigned(first, tx, now)
  const moved = { blockHash: hex(`0x${'0e'.repeat(32)}`), block: 10 }
  const looks = [
    look(tx, 3, { nonce: 1 }),
    look(tx, 4, { nonce: 1, seen: 'waiting' }),
    found(tx, 9),
    found(tx, 10, moved),
    found(tx, 10, { ...moved, status: 'reverted' }),
  ]
  for (const one of looks) await journal.addObservations(first, 'swap', [one])
  expect((await journal.find(first))?.transactions[0]?.observations).toEqual(looks)
})

test('an intent is found by every reference a user may have', async () => {
  const journal = newJournal()
  await journal.open(createDraft(first, 'k'))
  await journal.bindTrade(first, createTrade(idOf(0xc3)))
  await journal.recordSigned(first, createTx('swap', 1), now)
  const { hash } = createTx('swap', 1)
  for (const reference of [first, '000000a1', 'k', idOf(0xc3), '000000C3', hash, hash.toUpperCase(), 'last'])
    expect((await journal.find(reference))?.id, reference).toBe(first)
  for (const reference of ['000000a', '000000ff', 'K', '%', '', `0x${'00'.repeat(32)}`])
    expect(await journal.find(reference), reference).toBeUndefined()
})

test('a prefix of two intents is refused; a quote of two intents means the later one', async () => {
  const journal = newJournal()
  for (const [id, key] of [
    ['000000a1-0000-4000-8000-000000000000', 'a'],
    ['000000a1-1000-4000-8000-000000000000', 'b'],
  ] as const) {
    await journal.open(createDraft(id, key))
    await journal.bindTrade(id, createTrade(second))
  }
  await expect(journal.find('000000a1')).rejects.toMatchObject({ code: 'QUOTE_AMBIGUOUS' })
  expect((await journal.find(quoteId(second)))?.key).toBe('b')
})

test('the highest nonce is of this account and network, recently signed and not proven used or void', async () => {
  const journal = newJournal()
  const other = evm(`0x${'b2'.repeat(20)}`)
  const network = networkName('sandbox')
  const [approve, swap] = [createTx('approve', 6), createTx('swap', 7)]
  expect(await journal.highestNonce(network, account, now)).toBeUndefined()
  await journal.open(createDraft(first))
  await journal.recordSigned(first, approve, now)
  await journal.bindTrade(first, createTrade(second))
  await journal.recordSigned(first, swap, now)
  await journal.open(createDraft(second, second, other))
  await journal.recordSigned(second, createTx('swap', 40, other), now)
  expect(await journal.highestNonce(network, account, now)).toBeUndefined() // never broadcast
  await journal.addObservations(first, 'approve', [broadcast(approve, 'begun')])
  await journal.addObservations(first, 'swap', [broadcast(swap, 'begun')])
  expect(await journal.highestNonce(network, account, now)).toBe(7)
  expect(await journal.highestNonce(network, account, seconds(now + 1))).toBeUndefined()
  expect(await journal.highestNonce(networkName('base'), account, now)).toBeUndefined()
  await journal.addObservations(first, 'swap', [broadcast(swap, 'refused')])
  expect(await journal.highestNonce(network, account, now)).toBe(7)
  const late = { number: 90, hash: hex(`0x${'0d'.repeat(32)}`), time: seconds(now + 181) }
  const at = { at: now, endpoint: 'node', hash: swap.hash, block: late }
  const free = { kind: 'nonce-at', nonce: 7, final: true, ...at } as const
  expect((await journal.addObservations(first, 'swap', [free])).stage).toBe('void')
  expect(await journal.highestNonce(network, account, now)).toBe(6)
  await journal.addObservations(first, 'approve', [found(approve, 11)])
  expect(await journal.highestNonce(network, account, now)).toBeUndefined()
})

test('a list is newest first, of one sender if requested', async () => {
  const journal = newJournal()
  const other = evm(`0x${'b2'.repeat(20)}`)
  for (const [n, from] of [account, other, account].entries()) await journal.open(createDraft(idOf(n), `${n}`, from))
  const keys = async (filter?: Parameters<Journal['list']>[0]) => (await journal.list(filter)).map(({ key }) => key)
  expect(await keys()).toEqual(['2', '1', '0'])
  expect(await keys({ limit: 1 })).toEqual(['2'])
  expect(await keys({ from: account })).toEqual(['2', '0'])
})

test('signed bytes can be neither changed nor deleted, and a used quote cannot become unused', async () => {
  const path = join(temporaryDirectory(), 'journal.db')
  const database = openOnce({ path })
  const journal = createJournal({ database, finalDepth })
  await journal.open(createDraft(first))
  await journal.recordSigned(first, createTx('swap', 1), now)
  const db = await database()
  expect(() => db.run(`UPDATE attempts SET raw = '0x'`)).toThrow('signed bytes stay as they are')
  expect(() => db.run('DELETE FROM attempts')).toThrow('signed bytes are kept')
  expect(() => db.run('DELETE FROM observations')).not.toThrow() // there are none
  await journal.addObservations(first, 'swap', [broadcast(createTx('swap', 1), 'begun')])
  expect(() => db.run('DELETE FROM observations')).toThrow('evidence is kept')
  const second =
    'INSERT INTO attempts (step, nonce, hash, raw, payload, signed_at) SELECT step, ?, 1, raw, payload, 1 FROM attempts LIMIT 1'
  expect(() => db.run(second, 2)).toThrow('attempts at one step share a nonce')
  expect(db.run(second, 1)).toBe(1) // another signature of the same transaction
  db.run(`INSERT INTO quotes (id, body, expires_at, consumed_at) VALUES ('a', '{}', 1, 1)`)
  expect(() => db.run('UPDATE quotes SET consumed_at = NULL')).toThrow('a quote is used once')
})

test('kill -9 in the middle of writing loses nothing that was reported as stored', async () => {
  const path = join(temporaryDirectory(), 'journal.db')
  const kept: string[] = []
  for (let round = 1; round <= 4; round++) {
    const worker = processes.start('write', path, String(round))
    kept.push((await worker.line()) ?? 'ended early')
    await sleep(120 + 60 * round)
    worker.kill()
    kept.push(...(await worker.rest()))
  }
  expect(kept.length).toBeGreaterThan(8)

  const intents = await journalAt(path).list({ limit: 100_000 })
  expect(intents.map(({ id }) => id)).toEqual(expect.arrayContaining(kept))
  for (const { id, stage, transactions, timeline, trade } of intents) {
    expect(timeline.at(-1)?.stage).toBe(stage)
    expect(transactions).toHaveLength(timeline.some((event) => event.stage === 'signed') ? 1 : 0)
    if (kept.includes(id)) expect([trade?.quoteId, transactions[0]?.raw.length]).toEqual([id, 212])
  }
})
