/**
 * Wrong: an order that another filled first is counted as two swaps of its owner. A search of the owner's swaps (every
 * `status-counts`), or a report of the other's transaction, stores that transaction as a record of its own before the relayer
 * has found it; the relayer's record then ends as a success by the very same transaction, and nothing sets either aside, as is
 * done for versions of one transaction.
 * Loss: the owner sold once and is told of two successful swaps (a wrong figure); a relayed crossing is followed and counted
 * twice likewise.
 * Cause: src/store/service/swap-record-store.ts:50 (updateSharedRecord), :92 (setAsideVersions is not part of it).
 */
import { expect, test } from 'vitest'
import { amount, seconds } from '#domain/units'
import { lane, limits, prepareOrder } from './relay-cases.ts'
import { account } from './samples.ts'
import { openStoreAt } from './service-store-cases.ts'
import { createSwapRecord, randomHash } from './swap-samples.ts'
import { join } from 'node:path'
import { temporaryDirectory } from './temporary-directory.ts'

test.each(['before', 'after'])('an order that another filled is one swap, its transaction being reported %s its end', async (when) => {
  const store = await openStoreAt({ callersClock: (now) => seconds(now) }, join(temporaryDirectory(), 'store.db'))
  await store.relays.openLane(lane, 0)
  const { draft, record } = await prepareOrder(store)
  const { id } = await store.relays.accept(draft, record, limits)
  const transactionHash = randomHash()
  const done = { status: 'success', substatus: 'confirmed', amountOut: amount(9n) } as const
  const report = () => store.swaps.put(createSwapRecord({ ...done, transactionHash, gasless: true, from: account }))
  if (when === 'before') await report()
  await store.relays.finish(id, { outcome: 'success', spent: 0n as never }, { ...record, ...done, transactionHash })
  if (when === 'after') await report()
  expect(await store.swaps.find({ id })).toMatchObject({ status: 'success' })
  expect(await store.swaps.counts(account)).toMatchObject({ success: 1, pending: 0 })
})
