/**
 * Nodes that prune states tell who used a nonce for 600 blocks, which is 150 seconds of a fast network. After that nothing tells
 * a swap that was sped up from one that was replaced: it is not said to have failed.
 */
import { expect, test } from 'vitest'
import { searchNonceUser } from '#chain/tx/nonce-search'
import type { NonceSearch } from '#domain/chain/chain-evidence'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, gas, hex, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { keccak } from '#encoding/keccak'
import { getNetworkEntry } from '#networks/find'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'

const network = getNetworkEntry('arbitrum') // four blocks a second
const [reported, faster, blockHash] = ['aa', 'cc', 'bb'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [
  never,
  never,
  never,
]
const from = evm(`0x${'11'.repeat(20)}`)
const router = getRouter(network).address
const data = hex('0x12345678')
const quantity = (n: number) => `0x${n.toString(16)}`
const head = 10_000
const now = 100_000
const timeOf = (block: number) => now - Math.floor((head - block) / 4)

const record = {
  ...{ id: 'swap', status: 'pending', substatus: 'submitted', network: 'arbitrum', transactionHash: reported },
  ...{ buy: from, to: from, from, gasless: false, timeline: [], nonce: 7, deadline: now - 120, createdAt: now - 300 },
  payloadHash: keccak(data),
} as unknown as SwapRecord

/** A full node has the states of 128 blocks, and all its blocks. */
function endpointOf(usedAt: number) {
  const answer = ({ method, params }: { method: string; params: readonly unknown[] }) => {
    const at = params.find((one) => typeof one === 'string' && /^0x[0-9a-f]{1,8}$/.test(one))
    const number = at === undefined ? head : Number(at)
    if (method === 'eth_getTransactionCount') {
      if (number <= head - 128) return { error: { code: -32000, message: 'missing trie node' } }
      return { result: quantity(number >= usedAt ? 8 : 7) }
    }
    const transactions =
      number === usedAt ? [{ hash: faster, from, nonce: '0x7', to: router, input: data, value: '0x0' }] : []
    return {
      result: {
        ...{ number: quantity(number), hash: blockHash, timestamp: quantity(timeOf(number)), transactions },
        ...{ baseFeePerGas: '0x1', gasLimit: '0x1', gasUsed: '0x1', parentHash: blockHash, miner: from },
      },
    }
  }
  return { name: 'a', ask: async (calls: readonly never[]) => calls.map(answer) } as never
}

const refresh = (usedAt: number) => {
  const receipt = { status: 'success', block: usedAt, blockHash, logs: [], gasUsed: gas(1n), feePaid: wei(1n) }
  const transaction = { hash: faster, from, to: router, data, nonce: 7, value: wei(0n) }
  const isFaster = (hash: unknown) => hash === faster
  const chain = {
    network,
    head: async () => ({ number: head }),
    receipt: async (hash: unknown) => (isFaster(hash) ? receipt : undefined),
    findTransaction: async (hash: unknown) => (isFaster(hash) ? { transaction, receipt, isProven: true } : undefined),
    allNonces: async () => ['a', 'b'].map((endpoint) => ({ endpoint, head: { number: head, time: now } })),
    checkTransaction: async ({ hash }: { readonly hash: unknown }) =>
      ['a', 'b'].map((endpoint) => ({
        ...{ endpoint, head: { number: head, time: now }, nonce: 8, seen: isFaster(hash) ? 'mined' : 'absent' },
        ...(isFaster(hash) ? { receipt } : {}),
      })),
    nonceAt: async (_: string, block: number) =>
      [1, 2].map(() => ({ nonce: 8, block: { number: block, time: timeOf(block) } })),
    findNonceUser: (search: NonceSearch) => searchNonceUser(endpointOf(usedAt), search),
  } as unknown as Chain
  const context = { chain: async () => chain, clock: { now: () => now }, swaps: { update: async () => undefined } }
  return refreshSwap(context as unknown as SwapsContext, record)
}

test('looked at in time, a sped-up swap is done', async () => {
  expect(await refresh(head - 500)).toMatchObject({ status: 'success', versionHash: faster })
})

test('looked at 1,000 blocks later, which is 250 seconds, it has not failed', async () => {
  const { status, substatus } = await refresh(head - 1_000)
  expect(`${status} ${substatus}`).not.toBe('error replaced')
})
