/**
 * Endpoints that have pruned a mined swap still have its nonce used. A block that they have not come to cannot hold what used it,
 * though they have no other block there.
 */
import { expect, test } from 'vitest'
import type { CheckedEndpoint } from '#chain/rpc/endpoints'
import type { RpcCall } from '#chain/rpc/json-rpc'
import { findNonceUser } from '#chain/tx/nonce-user'
import type { NonceSearch } from '#domain/chain/chain-evidence'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, hex, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { keccak } from '#encoding/keccak'
import { getNetworkEntry } from '#networks/find'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'

const network = getNetworkEntry('ethereum')
const [swapped, cancelled, blockHash] = ['aa', 'cc', 'bb'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [
  never,
  never,
  never,
]
const from = evm(`0x${'11'.repeat(20)}`)
const router = getRouter(network).address
const data = hex('0x12345678')
const head = 20_000
const minedAt = 19_950
const liedAt = head + 5
const quantity = (n: number) => `0x${n.toString(16)}`
const show = (hash: string, to: string, input: string) => ({
  hash,
  type: '0x2',
  from,
  nonce: '0x7',
  to,
  input,
  value: '0x0',
})

/** @param usedAt where it has the nonce used, and by what */
function endpointOf(name: string, newest: number, usedAt: number, transaction: object): CheckedEndpoint {
  const answer = ({ method, params }: RpcCall): unknown => {
    const isCount = method === 'eth_getTransactionCount'
    const at = params[isCount ? 1 : 0]
    const number = at === 'latest' ? newest : Number(at)
    if (number > newest) return null
    if (isCount) return quantity(number >= usedAt ? 8 : 7)
    const transactions = number === usedAt ? [transaction] : []
    return { number: quantity(number), hash: blockHash, timestamp: '0x64', gasLimit: '0x1', transactions }
  }
  const ask = async (calls: readonly RpcCall[]) => calls.map((call) => ({ result: answer(call) }))
  return { name, ask } as unknown as CheckedEndpoint
}

const honest = ['b', 'c'].map((name) => endpointOf(name, head, minedAt, show(swapped, router, data)))
const liar = endpointOf('a', liedAt + 5, liedAt, show(cancelled, from, '0x'))
const prove = async (fields: unknown) => ({ hash: (fields as { hash: never }).hash, from }) // both are truly signed

function refresh(endpoints: readonly CheckedEndpoint[]) {
  const find = async <T>(work: (one: CheckedEndpoint) => Promise<T | undefined>) => {
    for (const one of endpoints) {
      const found = await work(one)
      if (found !== undefined) return found
    }
    return undefined
  }
  const useAll = <T>(work: (one: CheckedEndpoint) => Promise<T>) => Promise.all(endpoints.map(work))
  const heads = endpoints.map(({ name }) => ({
    endpoint: name,
    head: { number: name === 'a' ? liedAt + 5 : head, time: 9_000 },
  }))
  const chain = {
    network,
    receipt: async () => undefined,
    allNonces: async () => heads,
    checkTransaction: async () => heads.map((one) => ({ ...one, nonce: 8, seen: 'absent' })),
    nonceAt: async (_: string, number: number) => endpoints.map(() => ({ nonce: 8, block: { number, time: 8_900 } })),
    findNonceUser: (search: NonceSearch) => findNonceUser({ endpoints: { find, useAll }, network, prove }, search),
    findTransaction: async (hash: unknown) =>
      hash === cancelled
        ? { transaction: { hash, from, to: from, data: hex('0x'), nonce: 7, value: wei(0n) }, isProven: true }
        : undefined,
  } as unknown as Chain
  const record = {
    ...{ id: 'swap', status: 'pending', substatus: 'submitted', network: 'ethereum', transactionHash: swapped },
    ...{ buy: from, to: from, from, gasless: false, timeline: [], nonce: 7, deadline: 8_000, createdAt: 7_900 },
    payloadHash: keccak(data),
  } as unknown as SwapRecord
  const context = { chain: async () => chain, clock: { now: () => 9_000 }, swaps: { update: async () => undefined } }
  return refreshSwap(context as unknown as SwapsContext, record)
}

test('by the honest endpoints alone it is open', async () => {
  expect(await refresh(honest)).toMatchObject({ status: 'pending', substatus: 'unknown' })
})

test('one more that lies does not make it replaced', async () => {
  expect(await refresh([liar, ...honest])).toMatchObject({ status: 'pending', substatus: 'unknown' })
})
