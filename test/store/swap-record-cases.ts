/** What every store must do with records of swaps, whatever its database. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { swapStates } from '#domain/service/swap-record'
import { evm, networkName, quoteId, seconds } from '#domain/units'
import { account } from './samples.ts'
import { openStoreAt, type StoreHarness } from './service-store-cases.ts'
import { createSwapRecord, randomHash, sandbox } from './swap-samples.ts'

export function testSwapRecords(ground: StoreHarness): void {
  const opened = async () => openStoreAt(ground, await ground.place())
  const pair = async () => {
    const place = await ground.place()
    return [await openStoreAt(ground, place), await openStoreAt(ground, place)] as const
  }

  describe('swap records', () => {
    test('come back by id, quote or transaction, every integer exact', async () => {
      const [one, two] = await pair()
      const transactionHash = randomHash()
      const record = createSwapRecord({ quoteId: quoteId(randomUUID()), transactionHash })
      expect(await one.swaps.put(record)).toBe(record)
      const { id, quoteId: of = quoteId(randomUUID()) } = record
      for (const reference of [
        { id },
        { quoteId: of },
        { transactionHash },
        { transactionHash, network: sandbox },
      ] as const)
        expect(await two.swaps.find(reference)).toStrictEqual(record)
      expect(await two.swaps.find({ id: randomUUID() })).toBeUndefined()
      expect(await two.swaps.find({ transactionHash, network: networkName('base') })).toBeUndefined()
    })

    test('are one per transaction and network, whichever client reports first', async () => {
      const stores = await pair()
      const transactionHash = randomHash()
      const kept = await Promise.all(
        Array.from({ length: 16 }, (_, i) =>
          stores[i % 2 === 0 ? 0 : 1].swaps.put(createSwapRecord({ transactionHash })),
        ),
      )
      expect(new Set(kept.map(({ id }) => id)).size).toBe(1)
      const elsewhere = createSwapRecord({ transactionHash, network: networkName('base') })
      expect((await stores[0].swaps.put(elsewhere)).id).toBe(elsewhere.id)
    })

    test('are one per swap, also once its sender sped it up: by either hash', async () => {
      const store = await opened()
      const record = createSwapRecord()
      const versionHash = randomHash()
      await store.swaps.put(record)
      const done = { ...record, versionHash, status: 'success' as const, substatus: 'confirmed' as const }
      await store.swaps.update(done)
      // as it is told to clients, and as a search of the wallet's swaps finds it
      expect(await store.swaps.find({ transactionHash: versionHash, network: sandbox })).toStrictEqual(done)
      await store.swaps.put(createSwapRecord({ transactionHash: versionHash, status: 'success' }))
      expect(await store.swaps.counts(account)).toMatchObject({ success: 1 })
    })

    test('are one per swap, also if the version was found before it was known to be one', async () => {
      const store = await opened()
      const [record, versionHash] = [createSwapRecord(), randomHash()]
      const found = createSwapRecord({ transactionHash: versionHash, status: 'success' })
      for (const one of [record, found]) await store.swaps.put(one)
      await store.swaps.update({ ...record, versionHash, status: 'success', substatus: 'confirmed' })
      await store.swaps.update(found)
      expect(await store.swaps.counts(account)).toMatchObject({ success: 1, pending: 0 })
      expect(await store.swaps.find({ id: found.id })).toStrictEqual(found) // a client may know it
    })

    test('are one per order that another filled, however many copies of it were reported', async () => {
      const store = await opened()
      const [fillHash, other] = [randomHash(), evm(`0x${'77'.repeat(20)}`)]
      const done = { status: 'success', substatus: 'confirmed' } as const
      const copies = [createSwapRecord(), createSwapRecord(), createSwapRecord({ from: other })]
      for (const one of copies) await store.swaps.put(one)
      for (const one of copies) await store.swaps.update({ ...one, ...done, fillHash })
      expect(await store.swaps.counts(account)).toMatchObject({ success: 1, pending: 0 })
      const fill = createSwapRecord({ ...done, transactionHash: fillHash })
      expect(await store.swaps.put(fill)).toBe(fill)
      const late = await store.swaps.put(createSwapRecord())
      await store.swaps.update({ ...late, ...done, fillHash })
      expect(await store.swaps.counts(account)).toMatchObject({ success: 1, pending: 0 })
      expect(await store.swaps.counts(other)).toMatchObject({ success: 1 }) // one transaction may fill orders of several
    })

    test('that have ended are not replaced by ones that have not', async () => {
      const store = await opened()
      const record = await store.swaps.put(createSwapRecord())
      const done = { ...record, status: 'success', substatus: 'confirmed' } as const
      expect(await store.swaps.update(done)).toBeUndefined()
      expect(await store.swaps.update({ ...record, substatus: 'unknown' })).toStrictEqual(done)
      const refunded = { ...done, status: 'refunded' } as const
      expect(await store.swaps.update(refunded)).toBeUndefined()
      expect(await store.swaps.find({ id: record.id })).toStrictEqual(refunded)
    })

    test('are one per swap, also if two of its versions were reported and a third one was mined', async () => {
      const store = await opened()
      const [versionHash, records] = [randomHash(), [createSwapRecord(), createSwapRecord()]] as const
      for (const one of records) await store.swaps.put(one)
      const done = records.map((one) => ({ ...one, versionHash, status: 'success' as const }))
      for (const one of [...done, ...done]) await store.swaps.update(one)
      expect(await store.swaps.counts(account)).toMatchObject({ success: 1, pending: 0 })
    })

    test('are not all set aside, if each of two was shown as a version of the other one', async () => {
      const store = await opened()
      const [one, two] = [createSwapRecord(), createSwapRecord()]
      for (const record of [one, two]) await store.swaps.put(record)
      await store.swaps.update({ ...one, versionHash: two.transactionHash ?? randomHash() })
      await store.swaps.update({ ...two, versionHash: one.transactionHash ?? randomHash() }) // after a reorganization
      expect(await store.swaps.counts(account)).toMatchObject({ pending: 1 })
      expect(await store.swaps.listUnsettled(10)).toHaveLength(1)
    })

    test('are counted by wallet, network and state, and every state is present', async () => {
      const store = await opened()
      const other = evm(`0x${'b2'.repeat(20)}`)
      const none = Object.fromEntries(swapStates.map((state) => [state, 0]))
      expect(await store.swaps.counts(account)).toEqual(none)
      const pending = createSwapRecord()
      for (const record of [
        pending,
        createSwapRecord({ status: 'success' }),
        createSwapRecord({ status: 'success', network: networkName('base') }),
        createSwapRecord({ status: 'expired' }),
        createSwapRecord({ from: other }),
      ])
        await store.swaps.put(record)
      expect(await store.swaps.counts(account)).toEqual({ ...none, pending: 1, success: 2, expired: 1 })
      expect(await store.swaps.counts(account, sandbox)).toEqual({ ...none, pending: 1, success: 1, expired: 1 })
      expect(await store.swaps.counts(other)).toEqual({ ...none, pending: 1 })

      const failed = { ...pending, status: 'error' as const, substatus: 'reverted' as const, reason: 'no' }
      await store.swaps.update(failed)
      expect(await store.swaps.counts(account, sandbox)).toEqual({ ...none, error: 1, success: 1, expired: 1 })
      expect(await store.swaps.find({ id: pending.id })).toStrictEqual(failed)
      await expect(store.swaps.update(createSwapRecord())).rejects.toMatchObject({ code: 'INTERNAL' })
    })

    test('that are not final are listed, the longest unchecked first', async () => {
      const store = await opened()
      const records = [3, 1, 2].map((n) => createSwapRecord({ updatedAt: seconds(n) }))
      for (const record of [...records, createSwapRecord({ status: 'success' })]) await store.swaps.put(record)
      expect((await store.swaps.listUnsettled(2)).map(({ updatedAt }) => updatedAt)).toEqual([1, 2])
    })

    test('of a network that does not answer leave room for those of the others', async () => {
      const store = await opened()
      const base = networkName('base')
      for (const n of [1, 2, 3, 4]) await store.swaps.put(createSwapRecord({ updatedAt: seconds(n) }))
      for (const n of [5, 6]) await store.swaps.put(createSwapRecord({ network: base, updatedAt: seconds(n) }))
      const listed = async (max: number) => (await store.swaps.listUnsettled(max)).map(({ updatedAt }) => updatedAt)
      expect(await listed(3)).toEqual([1, 5, 2])
      expect(await listed(10)).toEqual([1, 5, 2, 6, 3, 4])
    })

    test('are checked again after the others, also if a check changes nothing', async () => {
      const store = await opened()
      for (const n of [1, 2, 3]) await store.swaps.put(createSwapRecord({ updatedAt: seconds(n) }))
      const [first] = await store.swaps.listUnsettled(1)
      await store.swaps.noteCheck(first?.id ?? '', seconds(9))
      expect((await store.swaps.listUnsettled(3)).map(({ updatedAt }) => updatedAt)).toEqual([2, 3, 1])
      await store.swaps.noteCheck(first?.id ?? '', seconds(1))
      expect((await store.swaps.listUnsettled(3)).map(({ updatedAt }) => updatedAt)).toEqual([2, 3, 1])
    })

    test('of a wallet were searched up to a block that never goes back', async () => {
      const [one, two] = await pair()
      expect(await one.swaps.lastSearched(account, sandbox)).toBeUndefined()
      for (const block of [10, 30, 20]) await one.swaps.saveLastSearched(account, sandbox, block)
      expect(await two.swaps.lastSearched(account, sandbox)).toBe(30)
      expect(await two.swaps.lastSearched(account, networkName('base'))).toBeUndefined()
    })
  })
}
