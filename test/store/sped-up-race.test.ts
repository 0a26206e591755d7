/** A sped-up swap is one record, also if one process finds the version while another one learns that it is a version. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evm, seconds } from '#domain/units'
import { startPostgres } from './postgres-server.ts'
import { account } from './samples.ts'
import { openStoreAt } from './service-store-cases.ts'
import { createSwapRecord, randomHash } from './swap-samples.ts'

let server: Awaited<ReturnType<typeof startPostgres>>
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server.close())

const swapCount = 300
const done = { status: 'success', substatus: 'confirmed' } as const

test('of two processes over PostgreSQL', async () => {
  const harness = { callersClock: (now: number) => seconds(now) }
  const [one, two] = [await openStoreAt(harness, server.url), await openStoreAt(harness, server.url)]
  for (let i = 0; i < swapCount; i++) {
    const [record, versionHash] = [createSwapRecord(), randomHash()]
    await one.swaps.put(record)
    const version = createSwapRecord({ ...done, transactionHash: versionHash })
    const findLater = async () => {
      for (let turn = 0; turn < i % 20; turn++) await new Promise(setImmediate)
      const kept = await two.swaps.put(version)
      if (kept.id === version.id) await two.swaps.update(version)
    }
    await Promise.all([one.swaps.update({ ...record, ...done, versionHash }), findLater()])
  }
  expect(await one.swaps.counts(account)).toMatchObject({ success: swapCount, pending: 0 })
}, 120_000)

test('of two processes that learn of a third version at once', async () => {
  const harness = { callersClock: (now: number) => seconds(now) }
  const stores = [await openStoreAt(harness, server.url), await openStoreAt(harness, server.url)] as const
  const from = evm(`0x${'b3'.repeat(20)}`)
  for (let i = 0; i < swapCount; i++) {
    const [versionHash, records] = [randomHash(), [createSwapRecord({ from }), createSwapRecord({ from })]] as const
    for (const record of records) await stores[0].swaps.put(record)
    await Promise.all(
      stores.map(({ swaps }, n) => swaps.update({ ...(records[n] ?? records[0]), ...done, versionHash })),
    )
  }
  expect(await stores[0].swaps.counts(from)).toMatchObject({ success: swapCount, pending: 0 })
}, 120_000)

test('of two processes that take each other’s record for a version at once', async () => {
  const harness = { callersClock: (now: number) => seconds(now) }
  const stores = [await openStoreAt(harness, server.url), await openStoreAt(harness, server.url)] as const
  const from = evm(`0x${'c4'.repeat(20)}`)
  for (let i = 0; i < swapCount; i++) {
    const records = [createSwapRecord({ from }), createSwapRecord({ from })] as const
    for (const record of records) await stores[0].swaps.put(record)
    const [one, two] = records
    await Promise.all([
      stores[0].swaps.update({ ...one, versionHash: two.transactionHash ?? randomHash() }),
      stores[1].swaps.update({ ...two, versionHash: one.transactionHash ?? randomHash() }),
    ])
  }
  expect(await stores[0].swaps.counts(from)).toMatchObject({ pending: swapCount })
}, 120_000)
