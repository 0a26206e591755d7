/**
 * Another may execute an order that a relayer has accepted, and its transaction may be reported, or found by a search, as a
 * record of its own. Its owner was given the relayer's record.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { amount, networkName, seconds, wei } from '#domain/units'
import { lane, limits, prepareOrder } from './relay-cases.ts'
import { account } from './samples.ts'
import { openStoreAt } from './service-store-cases.ts'
import { createSwapRecord, randomHash } from './swap-samples.ts'
import { temporaryDirectory } from './temporary-directory.ts'

test.each(['before', 'after'])(
  'an order that another filled is one swap, its transaction being reported %s its end',
  async (when) => {
    const store = await openStoreAt({ callersClock: (now) => seconds(now) }, join(temporaryDirectory(), 'store.db'))
    await store.relays.openLane(lane, 0)
    const { draft, record } = await prepareOrder(store)
    const { id } = await store.relays.accept(draft, record, limits)
    const transactionHash = randomHash()
    const done = { status: 'success', substatus: 'confirmed', amountOut: amount(9n) } as const
    const report = () => store.swaps.put(createSwapRecord({ ...done, transactionHash, gasless: true, from: account }))
    if (when === 'before') await report()
    await store.relays.finish(id, { outcome: 'success', spent: wei(0n) }, { ...record, ...done, transactionHash })
    if (when === 'after') await report()
    expect(await store.swaps.find({ id })).toMatchObject({ status: 'success' })
    expect(await store.swaps.counts(account)).toMatchObject({ success: 1, pending: 0 })
  },
)

test.each(['unreported', 'reported'])(
  'a crossing that another executed ends, its transaction being %s',
  async (how) => {
    const store = await openStoreAt({ callersClock: (now) => seconds(now) }, join(temporaryDirectory(), 'store.db'))
    await store.relays.openLane(lane, 0)
    const { draft, record } = await prepareOrder(store)
    const { id } = await store.relays.accept(draft, record, limits)
    const transactionHash = randomHash()
    const crossing = { toChainId: 8453, toNetwork: networkName('base') }
    if (how === 'reported')
      await store.swaps.put(createSwapRecord({ transactionHash, gasless: true, from: account, crossing }))
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
  },
)

test('two orders of one account that another filled by one transaction are two swaps', async () => {
  const store = await openStoreAt({ callersClock: (now) => seconds(now) }, join(temporaryDirectory(), 'store.db'))
  await store.relays.openLane(lane, 0)
  const transactionHash = randomHash()
  for (const _ of [1, 2]) {
    const { draft, record } = await prepareOrder(store)
    const { id } = await store.relays.accept(draft, record, limits)
    const filled = { ...record, status: 'success', substatus: 'confirmed', transactionHash } as const
    await store.relays.finish(id, { outcome: 'success', spent: wei(0n) }, filled)
  }
  expect(await store.swaps.counts(account)).toMatchObject({ success: 2, pending: 0 })
})
