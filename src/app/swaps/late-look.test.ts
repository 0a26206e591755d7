/** Of two looks at a swap at a time, as of a request and the poll, the one that ends last need not have begun last. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import { hex, seconds } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import { openStoreAt } from '#test/store/service-store-cases'
import { createSwapRecord } from '#test/store/swap-samples'
import { temporaryDirectory } from '#test/store/temporary-directory'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'

const network = getNetworkEntry('sandbox')

test('a look that began before a swap was mined does not undo its end', async () => {
  const store = await openStoreAt({ callersClock: (now) => seconds(now) }, join(temporaryDirectory(), 'store.db'))
  const record = await store.swaps.put(createSwapRecord())
  const { transactionHash = hex('0x') } = record
  const receipt = {
    status: 'success',
    block: 100,
    blockHash: hex(`0x${'bb'.repeat(32)}`),
    logs: [],
    gasUsed: 1n,
    feePaid: 1n,
  }
  const head = { number: 1_000, time: Math.floor(Date.now() / 1_000) }
  const mined = {
    network,
    receipt: async () => receipt,
    head: async () => head,
    checkTransaction: async () => [{ endpoint: 'a', seen: 'mined', head, receipt }],
  } as unknown as Chain
  let answer: (seen: undefined) => void = () => undefined
  const asked = new Promise<undefined>((resolve) => {
    answer = resolve
  })
  /** Asked while the swap is waiting; its answers come late. */
  const slow = {
    network,
    receipt: () => asked,
    allNonces: async () => [{ endpoint: 'b', head }],
    nonceAt: async () => [{ nonce: 7, block: head }],
    checkTransaction: async () => [{ endpoint: 'b', seen: 'waiting', head }],
  } as unknown as Chain
  const contextOf = (chain: Chain) =>
    ({
      clock: { now: () => seconds(head.time) },
      chain: async () => chain,
      swaps: store.swaps,
    }) as unknown as SwapsContext
  const first = refreshSwap(contextOf(slow), record)
  expect(await refreshSwap(contextOf(mined), record)).toMatchObject({ status: 'success', substatus: 'confirmed' })
  answer(undefined)
  expect(await first).toMatchObject({ status: 'success', mined: { block: 100 } })
  expect(await store.swaps.find({ transactionHash })).toMatchObject({ status: 'success', mined: { block: 100 } })
})
