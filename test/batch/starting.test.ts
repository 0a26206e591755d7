/** Rows that another run may still swap are not begun again: over a real store and journal, whatever ran meanwhile. */
import { expect, test } from 'vitest'
import { createGasAllowance } from '#app/trade/batch/gas-allowance'
import { buildReport } from '#app/trade/batch/report'
import { startBatch } from '#app/trade/batch/start'
import { furtherKey } from '#domain/journal/further-approvals'
import type { Journal } from '#domain/journal/journal'
import type { LookObservation } from '#domain/journal/observations'
import type { BatchStartOptions, BatchWishes } from '#domain/trade/batch/batches'
import { amount, gas, type Hex, hex, networkName, seconds, wei } from '#domain/units'
import { encodeApprove } from '#encoding/tokens/erc20'
import { createBatchStore } from '#store/batch/batch-store'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { systemClock } from '#system/clock'
import { account, createDraft, createTrade, createTx, idOf, now } from '../store/samples.ts'
import { temporaryDirectory } from '../store/temporary-directory.ts'
import { dollar, draftOf, native, network, orderOf, runId } from './samples.ts'

const day = 86_400
const options: BatchStartOptions = { allowDuplicate: false, acceptChanges: false }

/** The store of a machine whose clock can be set. */
function createMachine() {
  const directory = temporaryDirectory()
  const database = openOnce({ path: `${directory}/swapline.db` })
  const journal: Journal = createJournal({ database, finalDepth: () => 12 })
  const store = createBatchStore({ database, directory: `${directory}/locks`, clock: systemClock })
  const time = { now: now as number }
  const clock = { ...systemClock, now: () => seconds(time.now) }
  const trader = { findByKey: (key: string) => journal.findByKey(key) } as never
  const start = (draft: BatchWishes, more: Partial<BatchStartOptions> = {}) =>
    startBatch({ clock, trader, store }, draft, { ...options, ...more })
  /** Signs the swap of a row, as a process that works on the run does. */
  const sign = async (n: number, row: string): Promise<Hex> => {
    const { key = '' } = (await store.find(runId(n))).memory.get(row) ?? {}
    const id = idOf(time.now % 1_000_000)
    await journal.open(createDraft(id, key))
    await journal.bindTrade(id, createTrade(idOf(9)))
    const tx = createTx('swap', 5)
    await journal.recordSigned(id, tx, seconds(time.now))
    return tx.hash
  }
  return { journal, store, time, start, sign }
}

const reverted = (hash: Hex): LookObservation => ({
  ...{ kind: 'look', at: now, endpoint: 'node', hash, nonce: 6, seen: 'mined' },
  head: { number: 9, hash: hex(`0x${'0d'.repeat(32)}`), time: now },
  receipt: { block: 9, blockHash: hex(`0x${'0c'.repeat(32)}`), gasUsed: gas(1n), feePaid: wei(1n), status: 'reverted' },
})

test('an unfinished run is found however old it is, and is gone on with', async () => {
  const { start, time } = createMachine()
  await start(draftOf(1, [orderOf('a')]))
  time.now += 31 * day
  expect(await start(draftOf(2, [orderOf('a')]))).toBe(runId(1))
})

test('a row id of a finished run is free again after 30 days', async () => {
  const { start, time, journal, sign } = createMachine()
  await start(draftOf(1, [orderOf('a')]))
  const hash = await sign(1, 'a')
  const { id = '' } = (await journal.find(hash)) ?? {}
  const look = reverted(hash)
  const deep = { ...look.head, number: 40 }
  await journal.addObservations(id, 'swap', [
    { ...look, head: deep, receipt: { ...look.receipt, status: 'success' } as never },
  ])
  const draft = draftOf(2, [orderOf('a', 2n)])
  await expect(start(draft)).rejects.toMatchObject({ code: 'DUPLICATE_ID', exit: 10 })
  time.now += 31 * day
  expect(await start(draft)).toBe(runId(2))
  expect(await start(draftOf(1, [orderOf('a')]))).toBe(runId(1)) // its plan again: that is its run, however old
})

test('a row id is free 30 days after its swap, not after its run was begun', async () => {
  const { start, time, journal, sign } = createMachine()
  await start(draftOf(1, [orderOf('a')]))
  time.now += 31 * day
  expect(await start(draftOf(2, [orderOf('a')]))).toBe(runId(1)) // it failed until now, and is gone on with
  const hash = await sign(1, 'a')
  const { id = '' } = (await journal.find(hash)) ?? {}
  const look = { ...reverted(hash), at: seconds(time.now) }
  await journal.addObservations(id, 'swap', [
    { ...look, head: { ...look.head, number: 40 }, receipt: { ...look.receipt, status: 'success' } as never },
  ])
  time.now += 60 // the same file again, a minute after it was done
  await expect(start(draftOf(3, [orderOf('a')]))).rejects.toMatchObject({ code: 'DUPLICATE_ID', exit: 10 })
  time.now += 30 * day - 60
  await expect(start(draftOf(3, [orderOf('a')]))).rejects.toMatchObject({ code: 'DUPLICATE_ID' })
  time.now += 1
  expect(await start(draftOf(3, [orderOf('a')]))).toBe(runId(3))
})

test('a row that is signed and has no proven end is not free however old it is, cancelled or not', async () => {
  const { start, store, time, sign } = createMachine()
  await start(draftOf(1, [orderOf('a')]))
  await sign(1, 'a')
  await store.cancel(runId(1), now)
  time.now += 400 * day
  await expect(start(draftOf(2, [orderOf('a')]))).rejects.toMatchObject({ code: 'DUPLICATE_ID' })
})

test('nothing is stored as signed for a batch that was cancelled, so a row without a signature stays free', async () => {
  const { start, store, journal } = createMachine()
  await start(draftOf(1, [orderOf('a')]))
  await journal.open(createDraft(idOf(7), `batch:${runId(1)}:a`))
  await store.cancel(runId(1), now)
  const record = (batch: string) => journal.recordSigned(idOf(7), createTx('swap', 5), now, [], batch)
  await expect(record(runId(1))).rejects.toMatchObject({ code: 'BATCH_CANCELLED', details: { id: runId(1) } })
  expect((await journal.find(idOf(7)))?.transactions).toEqual([])
  await record(runId(2))
})

test('changes are not accepted for one unfinished run with the rows of another one', async () => {
  const { start, store } = createMachine()
  await start(draftOf(1, [orderOf('a')]))
  await start(draftOf(2, [orderOf('b')]))
  const both = start(draftOf(3, [orderOf('a'), orderOf('b')]), { acceptChanges: true })
  await expect(both).rejects.toMatchObject({ code: 'DUPLICATE_ID', details: { id: runId(1), rows: ['a'] } })
  await store.cancel(runId(1), now)
  expect(await start(draftOf(3, [orderOf('a'), orderOf('b')]), { acceptChanges: true })).toBe(runId(2))
})

test('a row whose revert could still be undone by the chain is not swapped by another run', async () => {
  const { start, journal, sign, time } = createMachine()
  await start(draftOf(1, [orderOf('a')]))
  const hash = await sign(1, 'a')
  const { id = '' } = (await journal.find(hash)) ?? {}
  await journal.addObservations(id, 'swap', [reverted(hash)])
  const again = () => start(draftOf(2, [orderOf('a')]))
  await expect(again()).rejects.toMatchObject({ code: 'DUPLICATE_ID', details: { id: runId(1), rows: ['a'] } })
  time.now += 31 * day // as long as nobody has looked how it ended
  await expect(again()).rejects.toMatchObject({ code: 'DUPLICATE_ID' })
  const look = reverted(hash)
  await journal.addObservations(id, 'swap', [{ ...look, head: { ...look.head, number: 20 } }]) // 12 blocks deep
  expect(await again()).toBe(runId(2))
})

test('a row that was signed while its change waited for the run cannot change', async () => {
  const { start, store, sign } = createMachine()
  await start(draftOf(1, [orderOf('a')]))
  let changing: Promise<string> | undefined
  await store.withLock({ run: runId(1) }, async () => {
    changing = start(draftOf(2, [orderOf('a', 2n)]), { acceptChanges: true })
    changing.catch(() => undefined)
    await systemClock.sleep(300)
    await sign(1, 'a')
  })
  await expect(changing).rejects.toMatchObject({ code: 'BATCH_CHANGED', details: { signed: ['a'] } })
})

test('an approval of rows that were changed stays in the reports: its gas, and what is left of it', async () => {
  const { start, journal, store } = createMachine()
  const given = { network, account: { name: 'dev0', address: account }, token: dollar, spender: account }
  const approval = { ...given, amount: amount(7n), before: amount(0n), transactions: 1 } as const
  const cost = { expectedGasCost: wei(3n), maxGasCost: wei(4n) }
  const selling = { ...orderOf('a'), sell: dollar, buy: native }
  const draft = draftOf(1, [selling])
  await start({ ...draft, plan: { ...draft.plan, approvals: [{ ...approval, ...cost }] } })
  const key = `batch:${runId(1)}:approve:sandbox:${account}:${dollar.address}:1`
  await journal.open({ ...createDraft(idOf(4), key), kind: 'approve' })
  const tx = createTx('approve', 5)
  const data = encodeApprove(account, amount(7n))
  await journal.recordSigned(idOf(4), { ...tx, payload: { ...tx.payload, to: dollar.address, data } }, now)
  const look = reverted(tx.hash)
  await journal.addObservations(idOf(4), 'approve', [
    { ...look, receipt: { ...look.receipt, feePaid: wei(11n), status: 'success' } as never },
  ])

  await start(draftOf(2, [orderOf('a')]), { acceptChanges: true })
  const report = await buildReport({ findByKey: (name) => journal.findByKey(name) }, await store.find(runId(1)))
  expect(report.gas).toEqual([{ network, cost: 11n }])
  expect(report.leftovers).toMatchObject([
    { amount: 7n, words: 'Rows have not used 0.000007 USD of what was approved on sandbox.' },
  ])
})

/** A row that approves on its own (`approve` max) has its approval mined, for 11 wei, and ends without a swap. */
async function approveByRow({ start, journal, store }: ReturnType<typeof createMachine>) {
  const selling = { ...orderOf('a'), sell: dollar, buy: native, approve: 'max' } as const
  await start(draftOf(1, [selling]))
  const { key = '' } = (await store.find(runId(1))).memory.get('a') ?? {}
  const mine = async (id: string, name: string, kind: 'swap' | 'approve', nonce: number) => {
    await journal.open({ ...createDraft(id, name), kind })
    const tx = createTx('approve', nonce)
    const data = encodeApprove(account, amount(7n))
    await journal.recordSigned(id, { ...tx, payload: { ...tx.payload, to: dollar.address, data } }, now)
    const look = reverted(tx.hash)
    await journal.addObservations(id, 'approve', [
      { ...look, nonce: nonce + 1, receipt: { ...look.receipt, feePaid: wei(11n), status: 'success' } as never },
    ])
  }
  await mine(idOf(4), key, 'swap', 5)
  const report = async () => buildReport({ findByKey: (name) => journal.findByKey(name) }, await store.find(runId(1)))
  return { selling, mine, report }
}

test('what a row has paid for its own approval still counts once the row is changed', async () => {
  const machine = createMachine()
  const { selling, report } = await approveByRow(machine)
  expect((await report()).gas).toEqual([{ network, cost: 11n }])
  const changed = { ...selling, minimumOut: amount(1n) }
  await machine.start(draftOf(2, [changed]), { acceptChanges: true })
  expect((await report()).gas).toEqual([{ network, cost: 11n }])
})

test('nor is it forgotten once the row is gone', async () => {
  const machine = createMachine()
  const { selling, report } = await approveByRow(machine)
  await machine.start(draftOf(2, [selling, orderOf('b')]), { acceptChanges: true })
  await machine.start(draftOf(3, [orderOf('b')]), { acceptChanges: true })
  expect((await report()).gas).toEqual([{ network, cost: 11n }])
})

test('a further approval of a row, which is an intent of its own, counts as the first one does', async () => {
  const { mine, report } = await approveByRow(createMachine())
  await mine(idOf(6), furtherKey({ id: idOf(4) }, 0), 'approve', 6)
  expect((await report()).gas).toEqual([{ network, cost: 22n }])
})

test('a row that was removed may come back, as another one', async () => {
  const machine = createMachine()
  const { selling, report } = await approveByRow(machine)
  await machine.start(draftOf(2, [selling, orderOf('b')]), { acceptChanges: true })
  await machine.start(draftOf(3, [orderOf('b')]), { acceptChanges: true })
  const other = { ...selling, minimumOut: amount(2n) }
  expect(await machine.start(draftOf(3, [other, orderOf('b')]), { acceptChanges: true })).toBe(runId(1))
  const { memory } = await machine.store.find(runId(1))
  expect([...memory].map(([id, { key }]) => [id, key])).toEqual([
    ['a', `batch:${runId(1)}:a:2`],
    ['b', `batch:${runId(1)}:b`],
  ])
  expect((await report()).gas).toEqual([{ network, cost: 11n }])
})

test('a removed row is not of its run any more: another batch may have it', async () => {
  const { start } = createMachine()
  await start(draftOf(1, [orderOf('a'), orderOf('b')]))
  await start(draftOf(2, [orderOf('b')]), { acceptChanges: true })
  expect(await start(draftOf(3, [orderOf('a')]))).toBe(runId(3))
})

test('limits that are not named again stay when changes are accepted', async () => {
  const { start, store } = createMachine()
  const limits = { maxGas: { sandbox: 100n }, onError: 'continue', maxFailures: 2 } as const
  await start({ ...draftOf(1, [orderOf('a')]), limits })
  await start({ ...draftOf(2, [orderOf('a', 2n)]), limits: {} }, { acceptChanges: true })
  expect((await store.find(runId(1))).limits).toEqual(limits)
  await start({ ...draftOf(3, [orderOf('a', 3n)]), limits: { maxGas: { sandbox: 7n } } }, { acceptChanges: true })
  expect((await store.find(runId(1))).limits).toEqual({ ...limits, maxGas: { sandbox: 7n } })
})

test('what a row has paid for gas counts beside what it may pay next', () => {
  const allowance = createGasAllowance({ maxGas: { sandbox: 100n } })
  allowance.record(network, 'row', 60n) // an approval of its own, by an earlier run
  expect(() => allowance.reserve(network, 'row', 41n)).toThrow('for the whole batch')
  allowance.reserve(network, 'row', 40n)
  expect(() => allowance.reserve(network, 'other', 1n)).toThrow('for the whole batch')
  allowance.record(network, 'row', 80n) // both, once they are mined
  allowance.reserve(network, 'other', 20n)
})

test('a limit of gas that is kept holds for a network that a change adds, too', async () => {
  const { start, store } = createMachine()
  const limits = { maxGas: { sandbox: 100n }, onError: 'stop', maxFailures: undefined } as const
  await start({ ...draftOf(1, [orderOf('a')]), limits })
  const elsewhere = { ...orderOf('b'), network: networkName('base') }
  const change = start({ ...draftOf(2, [orderOf('a'), elsewhere]), limits: {} }, { acceptChanges: true })
  await expect(change).rejects.toMatchObject({ code: 'USAGE' })
  const named = { maxGas: { sandbox: 100n, base: 50n } } as const
  await start({ ...draftOf(3, [orderOf('a'), elsewhere]), limits: named }, { acceptChanges: true })
  expect((await store.find(runId(1))).limits).toMatchObject(named)
})
