/**
 * Wrong: a relayed order to another network that another executed is handed to the tracker with that transaction, which a report or a
 * search of the owner's swaps may have stored before as a record of its own. The hand-over allows for that (the record is then not
 * found by the hash); every later look writes the hash again, and the table refuses it, as the other record has it.
 * Loss: the record that its owner was given stays `bridging` for ever: each `GET /user-manager/swap` of it fails, the poll fails too,
 * and an arrival, a claim that is open, or a refund is never told. Any stranger can bring it about by one report of a public hash.
 * Cause: src/store/service/swap-record-store.ts:38 (updateRecord sets `transaction_hash` whatever has it; only
 * updateSharedRecord, :50, does not), src/app/swaps/refresh-swap.ts:66.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { amount, networkName, seconds, wei } from '#domain/units'
import { lane, limits, prepareOrder } from './relay-cases.ts'
import { account } from './samples.ts'
import { openStoreAt } from './service-store-cases.ts'
import { createSwapRecord, randomHash } from './swap-samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

test.each(['unreported', 'reported'])('a crossing that another executed ends, its transaction being %s', async (how) => {
  const store = await openStoreAt({ callersClock: (now) => seconds(now) }, join(temporaryDirectory(), 'store.db'))
  await store.relays.openLane(lane, 0)
  const { draft, record } = await prepareOrder(store)
  const { id } = await store.relays.accept(draft, record, limits)
  const transactionHash = randomHash()
  const crossing = { toChainId: 8453, toNetwork: networkName('base') }
  if (how === 'reported') await store.swaps.put(createSwapRecord({ transactionHash, gasless: true, from: account, crossing }))
  const { relayed: _, ...rest } = record
  const bridging = { ...rest, status: 'bridging', substatus: 'mined', transactionHash, crossing } as const
  await store.relays.finish(id, { outcome: 'success', spent: wei(0n) }, bridging)
  const handed = await store.swaps.find({ id })
  if (handed === undefined) throw new Error('no record')
  expect(handed).toMatchObject({ status: 'bridging', transactionHash })
  // as the tracker does once it has arrived
  const arrived = { ...handed, status: 'success', substatus: 'confirmed', amountOut: amount(9n) } as const
  const failure = await store.swaps.update(arrived).then(
    () => undefined,
    (error: unknown) => String(error),
  )
  expect(failure).toBeUndefined()
  expect(await store.swaps.find({ id })).toMatchObject({ status: 'success', amountOut: 9n })
})
