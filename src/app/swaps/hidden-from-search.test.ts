/**
 * One endpoint, the one in use, cannot keep a wallet's swap out of the records, though a search goes on behind its block: neither by
 * what it says of the transaction, as long as nothing proves it, nor by hashes that it invents.
 */
import { expect, test } from 'vitest'
import type { Chain, ChainTransaction } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import { amount, evm, gas, type Hex, hex, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeRouterCall } from '#encoding/swap/router-call'
import { getNetworkEntry } from '#networks/find'
import { route } from '#test/crossing/quote-sample'
import type { SwapsContext } from './context.ts'
import { createSwapTracker } from './tracker.ts'

const network = { ...getNetworkEntry('ethereum'), routerSince: 0 }
const [wallet, other] = [evm(`0x${'a1'.repeat(20)}`), evm(`0x${'b2'.repeat(20)}`)]
const hash = hex(`0x${'11'.repeat(32)}`)
const deadline = 1_800_000_000
const data = encodeRouterCall({
  ...{ tokenIn: evm(`0x${'44'.repeat(20)}`), tokenOut: evm(`0x${'55'.repeat(20)}`), amountIn: amount(1_000n) },
  ...{ minimumOut: amount(9n), recipient: wallet, deadline: seconds(deadline) },
  ...{ affiliate: undefined, permit: undefined, route },
})
const swap = {
  ...{ hash, from: wallet, to: getRouter(network).address, data, nonce: 7, value: wei(0n) },
  ...{ gasLimit: gas(300_000n), block: undefined },
} as ChainTransaction

/** @param inUse what the endpoint in use says; the other one is honest, and asked for what its hash proves */
async function search(inUse: { readonly logged: readonly Hex[]; readonly transactions: readonly ChainTransaction[] }) {
  const [stored, saved]: [Map<string, SwapRecord>, number[]] = [new Map(), []]
  const chain = {
    ...{ network, allTransfers: async () => [inUse.logged, [hash]], transactions: async () => inUse.transactions },
    head: async () => ({ number: 10 }),
    findTransaction: async (of: Hex) =>
      of === hash ? { transaction: swap, receipt: undefined, isProven: true } : undefined,
    receipt: async () => undefined,
    allNonces: async () => ['a', 'b'].map((endpoint) => ({ endpoint, head: { number: 10 } })),
    ...{ nonceAt: async () => [], checkTransaction: async () => [{ seen: 'waiting' }] },
  } as unknown as Chain
  const put = async (record: SwapRecord): Promise<SwapRecord> => {
    stored.set(record.transactionHash ?? '', record)
    return record
  }
  const tracker = createSwapTracker({
    ...{ uuid: () => 'swap', clock: { now: () => seconds(deadline - 60) }, chain: async () => chain },
    ...{ quotes: { findByPayload: async () => [] }, recover: async () => undefined, differed: () => undefined },
    swaps: {
      ...{ put, update: put, find: async () => undefined },
      lastSearched: async () => saved.at(-1),
      saveLastSearched: async (_: string, __: string, block: number) => saved.push(block),
    },
  } as unknown as SwapsContext)
  const isComplete = await tracker.discover(wallet, network.name)
  return { found: [...stored.keys()], isComplete }
}

test('a swap that the endpoint in use does not know is found by the other one', async () => {
  expect(await search({ logged: [], transactions: [] })).toMatchObject({ found: [hash], isComplete: true })
})

test('a swap whose receiver the endpoint in use forges is recorded, as its hash proves it', async () => {
  const forged = { ...swap, to: other }
  expect(await search({ logged: [hash], transactions: [forged] })).toMatchObject({ found: [hash], isComplete: true })
})

const inventHashes = (count: number) =>
  Array.from({ length: count }, (_, i) => hex(`0x${(i + 1).toString(16).padStart(64, '0')}`))

test.each([
  [50, true],
  [51, false],
])('a swap is found behind %i hashes that nobody knows', async (count, isComplete) => {
  expect(await search({ logged: inventHashes(count), transactions: [] })).toMatchObject({ found: [hash], isComplete })
})
