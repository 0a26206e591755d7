/**
 * Wrong: two looks at one swap at a time (a request and the poll, or two services on one database) store whichever ends last, not
 * whichever is newer: a slow look that began before the swap was mined replaces the final `success` by `pending`, and takes away
 * the amount received and the block. Elsewhere «only an end replaces an end» is held to be a rule.
 * Loss: an owner whose client was told `success` is told `pending` and nothing received afterwards; one that asks then may swap
 * again. If the chain is not reachable then, it stays so.
 * Cause: src/app/swaps/refresh-swap.ts:66 (store: an update without a condition on what was read),
 * src/store/service/swap-record-store.ts:38 (updateRecord).
 */
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
  const receipt = { status: 'success', block: 100, blockHash: hex(`0x${'bb'.repeat(32)}`), logs: [], gasUsed: 1n, feePaid: 1n }
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
    ({ clock: { now: () => seconds(head.time) }, chain: async () => chain, swaps: store.swaps }) as unknown as SwapsContext
  const first = refreshSwap(contextOf(slow), record)
  expect(await refreshSwap(contextOf(mined), record)).toMatchObject({ status: 'success', substatus: 'confirmed' })
  answer(undefined)
  await first
  expect(await store.swaps.find({ transactionHash })).toMatchObject({ status: 'success', mined: { block: 100 } })
})
