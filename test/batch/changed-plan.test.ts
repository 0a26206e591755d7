/** What is carried out is the plan that was shown last, over a real store and journal. */
import { expect, test } from 'vitest'
import { startBatch } from '#app/trade/batch/start'
import type { BatchDraft, BatchStartOptions, BatchWishes } from '#domain/trade/batch/batches'
import type { BatchOrder } from '#domain/trade/batch/order'
import { amount, gas, hex, ppm, wei } from '#domain/units'
import { createBatchStore } from '#store/batch/batch-store'
import { createJournal } from '#store/journal/journal'
import { openOnce } from '#store/sqlite/open'
import { systemClock } from '#system/clock'
import { createDraft, createTrade, createTx, idOf, now } from '../store/samples.ts'
import { temporaryDirectory } from '../store/temporary-directory.ts'
import { draftOf, orderOf, runId } from './samples.ts'

function createMachine() {
  const directory = temporaryDirectory()
  const database = openOnce({ path: `${directory}/swapline.db` })
  const journal = createJournal({ database, finalDepth: () => 12 })
  const store = createBatchStore({ database, directory: `${directory}/locks`, clock: systemClock })
  const trader = { findByKey: (key: string) => journal.findByKey(key) } as never
  const start = (draft: BatchWishes, more: Partial<BatchStartOptions> = {}) =>
    startBatch({ clock: systemClock, trader, store }, draft, { allowDuplicate: false, acceptChanges: false, ...more })
  /** Signs the swap of a row of the first run, and has it mined in a block that is final. */
  const finish = async (row: string) => {
    const { key = '' } = (await store.find(runId(1))).memory.get(row) ?? {}
    await journal.open(createDraft(idOf(1), key))
    await journal.bindTrade(idOf(1), createTrade(idOf(9)))
    const tx = createTx('swap', 5)
    await journal.recordSigned(idOf(1), tx, now)
    const block = { number: 40, hash: hex(`0x${'0d'.repeat(32)}`), time: now }
    const costs = { gasUsed: gas(1n), feePaid: wei(1n), status: 'success' } as const
    const receipt = { block: 9, blockHash: hex(`0x${'0c'.repeat(32)}`), ...costs, received: amount(1n) }
    const look = {
      kind: 'look',
      at: now,
      endpoint: 'node',
      hash: tx.hash,
      head: block,
      nonce: 6,
      seen: 'mined',
    } as const
    await journal.addObservations(idOf(1), 'swap', [{ ...look, receipt }])
  }
  return { store, start, finish }
}

test('an open row of a changed batch is carried out as the plan says that was shown, not as an older one did', async () => {
  const { start, store } = createMachine()
  const planned = (n: number, sold: bigint, minimumOut: bigint, orders: readonly BatchOrder[]): BatchDraft => {
    const draft = draftOf(n, orders)
    const rows = draft.plan.rows.map((row) => ({
      ...{ ...row, sellAmount: amount(sold) },
      quote: { minimumOut: amount(minimumOut), pools: [] } as never,
    }))
    return { ...draft, plan: { ...draft.plan, rows } }
  }
  const all = { ...orderOf('a'), amount: { share: ppm(1_000_000) } }
  await start(planned(1, 1_000n, 10n, [all]))
  // now the account holds less: --max-spend was compared with 100, and a minimum of 90 was agreed to
  await start(planned(2, 100n, 90n, [all, orderOf('b')]), { acceptChanges: true })
  const [row] = (await store.find(runId(1))).plan.rows
  expect(row).toMatchObject({ sellAmount: 100n, quote: { minimumOut: 90n } })
})

test('a row that was swapped stays as it was planned then, and what it sold counts', async () => {
  const { start, finish, store } = createMachine()
  await start(draftOf(1, [orderOf('a'), orderOf('c')]))
  await finish('a')
  const changed = draftOf(2, [orderOf('a'), orderOf('b')])
  const rows = changed.plan.rows.map((row) => ({ ...row, sellAmount: amount(7n) }))
  await start({ ...changed, plan: { ...changed.plan, rows } }, { acceptChanges: true })
  expect((await store.find(runId(1))).plan.rows.map(({ sellAmount }) => sellAmount)).toEqual([1n, 7n])
})

test('an open row that the new plan has no quote of keeps the minimum it had', async () => {
  const { start, store } = createMachine()
  const draft = draftOf(1, [orderOf('a')])
  const quote = { minimumOut: amount(10n), pools: [] } as never
  await start({ ...draft, plan: { ...draft.plan, rows: draft.plan.rows.map((row) => ({ ...row, quote })) } })
  await start(draftOf(2, [orderOf('a'), orderOf('b')]), { acceptChanges: true })
  expect((await store.find(runId(1))).plan.rows.map((row) => row.quote?.minimumOut)).toEqual([10n, undefined])
})

test('a plan is not gone on with by other orders that its run was changed to', async () => {
  const { start } = createMachine()
  await start(draftOf(1, [orderOf('a', 1n)]))
  await start(draftOf(2, [orderOf('a', 10n)]), { acceptChanges: true })
  const again = start(draftOf(1, [orderOf('a', 1n)]), { plan: runId(1) })
  await expect(again).rejects.toMatchObject({ code: 'BATCH_CHANGED' })
})

test('it is gone on with once the changes are accepted, as the plan says', async () => {
  const { start, store } = createMachine()
  await start(draftOf(1, [orderOf('a', 1n)]))
  await start(draftOf(2, [orderOf('a', 10n)]), { acceptChanges: true })
  expect(await start(draftOf(1, [orderOf('a', 1n)]), { acceptChanges: true })).toBe(runId(1))
  expect((await store.find(runId(1))).plan.rows.map(({ order }) => order.amount)).toEqual([{ raw: 1n }])
})

test('a plan whose run has lost all its rows is still that of its run', async () => {
  const { start, store } = createMachine()
  await start(draftOf(1, [orderOf('a')]))
  await start(draftOf(2, [orderOf('a'), orderOf('b')]), { acceptChanges: true })
  await start(draftOf(3, [orderOf('b')]), { acceptChanges: true })
  await expect(start(draftOf(1, [orderOf('a')]))).rejects.toMatchObject({
    code: 'BATCH_CHANGED',
    details: { id: runId(1), differs: ['a is new', 'b is gone'] },
  })
  expect(await start(draftOf(1, [orderOf('a')]), { acceptChanges: true })).toBe(runId(1))
  expect([...(await store.find(runId(1))).memory.keys()]).toEqual(['a'])
})

test('the plan of a run that ended with other rows is not carried out under its id again', async () => {
  const { start, finish, store } = createMachine()
  await start(draftOf(1, [orderOf('a')]))
  await start(draftOf(2, [orderOf('a'), orderOf('b')]), { acceptChanges: true })
  await start(draftOf(3, [orderOf('b')]), { acceptChanges: true })
  await finish('b')
  const again = start(draftOf(1, [orderOf('a')]), { acceptChanges: true, allowDuplicate: true })
  await expect(again).rejects.toMatchObject({ code: 'BATCH_CHANGED', details: { isFinished: true } })
  await store.cancel(runId(1), now)
  expect(await start(draftOf(1, [orderOf('a')]))).toBe(runId(1)) // to be told that it was cancelled
})
