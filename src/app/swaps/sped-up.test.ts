/** A wallet speeds a swap up by the same call with the same nonce: its owner got what was swapped, by another hash. */
import { expect, test } from 'vitest'
import type { SwapsContext } from '#app/swaps/context'
import { refreshSwap } from '#app/swaps/refresh-swap'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, gas, hex, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { keccak } from '#encoding/keccak'
import { getNetworkEntry } from '#networks/find'

const network = getNetworkEntry('ethereum') // final after 12 blocks
const [reported, faster, blockHash] = ['aa', 'cc', 'bb'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [
  never,
  never,
  never,
]
const [token, account] = ['22', '33'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [never, never]
const data = hex('0x12345678')

const record = {
  ...{ id: 'swap', status: 'pending', substatus: 'submitted', network: 'ethereum', transactionHash: reported },
  ...{ from: account, to: account, buy: token, gasless: false, timeline: [], nonce: 7, deadline: 1000 },
  payloadHash: keccak(data),
} as unknown as SwapRecord

test('a swap that was sped up has not failed: who is told so swaps once more', async () => {
  const receipt = { status: 'success', block: 90, blockHash, logs: [], gasUsed: gas(1n), feePaid: wei(1n) }
  const transaction = { hash: faster, from: account, to: getRouter(network).address, data, nonce: 7, value: wei(0n) }
  const isFaster = (hash: unknown) => hash === faster
  const chain = {
    network,
    head: async () => ({ number: 111 }),
    receipt: async (hash: unknown) => (isFaster(hash) ? receipt : undefined),
    transactions: async (hashes: readonly unknown[]) => hashes.filter(isFaster).map(() => transaction),
    findTransaction: async (hash: unknown) => (isFaster(hash) ? { transaction, receipt, isProven: true } : undefined),
    findNonceUser: async () => ({ endpoint: 'a', by: faster, block: 90, blockHash }),
    checkTransaction: async ({ hash }: { readonly hash: unknown }) =>
      [1, 2].map(() => ({
        ...{ head: { number: 111 }, nonce: 8, seen: isFaster(hash) ? 'mined' : 'absent' },
        ...(isFaster(hash) ? { receipt } : {}),
      })),
    nonceAt: async (_: string, number: number) => [1, 2].map(() => ({ nonce: 8, block: { number, time: 900 } })),
  } as unknown as Chain
  const context = {
    chain: async () => chain,
    clock: { now: () => 1 },
    swaps: { update: async () => undefined },
  } as unknown as SwapsContext
  expect((await refreshSwap(context, record)).status).not.toBe('error')
})
