/**
 * Of several versions of a swap an endpoint may show each as what used the nonce of the one before. A look at one record ends all
 * the same: those behind it wait for it.
 */
import { expect, test } from 'vitest'
import type { NonceSearch } from '#domain/chain/chain-evidence'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, type Hex, hex, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { keccak } from '#encoding/keccak'
import { getNetworkEntry } from '#networks/find'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'

const network = getNetworkEntry('ethereum')
const versions = ['aa', 'cc', 'dd'].map((byte) => hex(`0x${byte.repeat(32)}`))
const blockHash = hex(`0x${'bb'.repeat(32)}`)
const from = evm(`0x${'33'.repeat(20)}`)
const data = hex('0x12345678')
const head = { number: 111, time: 1_300 }

/** @param next of the version that is looked at, what the endpoint says used its nonce */
async function look(next: (hash: Hex | undefined) => Hex | undefined) {
  let searches = 0
  const chain = {
    network,
    head: async () => head,
    receipt: async () => undefined,
    allNonces: async () => [{ endpoint: 'a', head }],
    checkTransaction: async () => [{ endpoint: 'a', head, nonce: 8, seen: 'absent' }],
    nonceAt: async (_: string, number: number) => [{ nonce: 8, block: { number, time: 1_100 } }],
    findTransaction: async (hash: Hex) => ({
      transaction: { hash, from, to: getRouter(network).address, data, nonce: 7, value: wei(0n) },
      isProven: true,
    }),
    findNonceUser: async ({ own: [hash] }: NonceSearch) => {
      searches += 1
      if (searches === 200) throw new Error('it never ends')
      return { endpoint: 'a', by: next(hash), block: 90, blockHash }
    },
  } as unknown as Chain
  const context = { chain: async () => chain, clock: { now: () => 1_300 }, swaps: { update: async () => undefined } }
  const record = {
    ...{ id: 'swap', status: 'pending', substatus: 'submitted', network: 'ethereum', transactionHash: versions[0] },
    ...{ from, to: from, buy: from, gasless: false, timeline: [], nonce: 7, deadline: 1_000, createdAt: 900 },
    payloadHash: keccak(data),
  } as unknown as SwapRecord
  return { seen: await refreshSwap(context as unknown as SwapsContext, record), searches: () => searches }
}

test('versions that an endpoint shows in turn are looked at once each', async () => {
  const { seen, searches } = await look((hash) => versions[(versions.indexOf(hash as Hex) + 1) % versions.length])
  expect(seen).toMatchObject({ status: 'pending', substatus: 'unknown' })
  expect(searches()).toBe(3)
})

test('of versions without end, some are looked at', async () => {
  const { seen, searches } = await look((hash) => hex(`0x${(BigInt(hash ?? 0) + 1n).toString(16)}`))
  expect(seen).toMatchObject({ status: 'pending', substatus: 'unknown' })
  expect(searches()).toBe(5)
})
