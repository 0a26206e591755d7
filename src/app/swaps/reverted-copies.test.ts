/**
 * Anyone who has an order's bytes, which are public once they wait in a memory pool, can send and report copies that revert
 * because it is filled: its owner has sold once.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toSwapTypedData } from '#domain/api/typed-data'
import type { Chain } from '#domain/chain/port'
import { amount, evm, type Hex, hex, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeOrderCall } from '#encoding/order/call'
import { getNetworkEntry } from '#networks/find'
import { route } from '#test/crossing/quote-sample'
import { openStoreAt } from '#test/store/service-store-cases'
import { createSwapRecord } from '#test/store/swap-samples'
import { temporaryDirectory } from '#test/store/temporary-directory'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'

const network = getNetworkEntry('ethereum')
const [owner, submitter, token] = ['22', '33', '44'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [never, never, never]
const [fill, copy, another, blockHash] = ['aa', 'bb', 'dd', 'cc'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [
  Hex,
  Hex,
  Hex,
  Hex,
]
const router = getRouter(network).address
const { message } = toSwapTypedData({
  ...{ chainId: 1, router, sender: owner, recipient: owner, fromAsset: token },
  ...{ toAsset: evm(`0x${'55'.repeat(20)}`), deadline: seconds(1_800_000_000), amountOutMin: amount(9n) },
  ...{ sellAmount: amount(1000n), swapFee: amount(10n), affiliate: undefined, nonce: 5n },
})
const data = encodeOrderCall({ order: message, signature: hex(`0x${'11'.repeat(65)}`), permit: undefined, route })
const head = { number: 10_000, time: 1_800_000_001 }
const receiptOf = (hash: string) => ({
  ...{ block: 9_000, blockHash, logs: [], gasUsed: 1n, feePaid: 2n },
  status: hash === fill ? 'success' : 'reverted',
})
const transactionOf = (hash: string) => ({ hash, from: submitter, to: router, data, value: wei(0n), gasLimit: 1n })
const chain = {
  network,
  head: async () => head,
  receipt: async (hash: string) => receiptOf(hash),
  allReadsWithBlock: async () => [{ block: head, answers: [hex(`0x${(1n << 5n).toString(16).padStart(64, '0')}`)] }],
  nonceAt: async () => [{ block: head }],
  transfers: async () => [fill],
  transactions: async (hashes: readonly string[]) => hashes.filter((hash) => hash === fill).map(transactionOf),
  findTransaction: async (hash: string) => ({ transaction: transactionOf(hash) }),
  checkTransaction: async ({ hash }: { hash: string }) => [
    { endpoint: 'a', seen: 'mined', receipt: receiptOf(hash), head },
  ],
} as unknown as Chain

test.each([
  ['first', [fill, copy, another]],
  ['between', [copy, fill, another]],
  ['last', [copy, another, fill]],
  ['never', [copy, another]],
])('an order that was filled once is one swap, the fill being reported %s of its copies', async (_, reports) => {
  const store = await openStoreAt({ callersClock: (now) => seconds(now) }, join(temporaryDirectory(), 'store.db'))
  const context = {
    ...{ clock: { now: () => seconds(head.time) }, chain: async () => chain, swaps: store.swaps },
  } as unknown as SwapsContext
  const order = { nonces: router, nonce: 5n }
  for (const transactionHash of reports) {
    const reported = createSwapRecord({
      network: network.name,
      chainId: 1,
      from: owner,
      gasless: true,
      order,
      transactionHash,
    })
    await refreshSwap(context, await store.swaps.put(reported))
  }
  for (const transactionHash of reports)
    expect(await store.swaps.find({ transactionHash })).toMatchObject({ status: 'success', transactionHash })
  expect(await store.swaps.counts(owner)).toMatchObject({ success: 1, pending: 0 })
})
