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

const router = getRouter(network).address
const sameCall = { hash: faster, from: account, to: router, data, nonce: 7, value: wei(0n) }

/** @param user the transaction that used the swap's nonce */
function refresh(user: object, status = 'success', of = record) {
  const receipt = { status, block: 90, blockHash, logs: [], gasUsed: gas(1n), feePaid: wei(1n) }
  const transaction = { ...sameCall, ...user }
  const isFaster = (hash: unknown) => hash === faster
  const chain = {
    network,
    head: async () => ({ number: 111 }),
    receipt: async (hash: unknown) => (isFaster(hash) ? receipt : undefined),
    transactions: async () => [], // why it reverted is not asked
    findTransaction: async (hash: unknown) => (isFaster(hash) ? { transaction, receipt, isProven: true } : undefined),
    findNonceUser: async () => ({ endpoint: 'a', by: faster, block: 90, blockHash }),
    allNonces: async () => ['a', 'b'].map((endpoint) => ({ endpoint, head: { number: 111, time: 1 } })),
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
  return refreshSwap(context, of)
}

test('a swap that was sped up has not failed: who is told so swaps once more', async () => {
  const seen = await refresh({})
  expect(seen).toMatchObject({ status: 'success', substatus: 'confirmed', mined: { block: 90 } })
  expect(seen).toMatchObject({ transactionHash: reported, versionHash: faster }) // asked for by the first
  const again = await refresh({}, 'success', { ...seen, status: 'pending' })
  expect(again).toMatchObject({ status: 'success', versionHash: faster })
})

test('one that reverted so has reverted', async () => {
  expect(await refresh({}, 'reverted')).toMatchObject({ status: 'error', substatus: 'reverted' })
})

test.each([
  ['other data', { data: hex('0x') }],
  ['to another contract', { to: account }],
  ['with another nonce', { nonce: 6 }],
  ['of another account', { from: token }],
])('a transaction %s that used the nonce replaced the swap', async (_, user) => {
  const seen = await refresh(user)
  expect(seen).toMatchObject({ status: 'error', substatus: 'replaced' })
  expect(seen.versionHash).toBeUndefined()
})
