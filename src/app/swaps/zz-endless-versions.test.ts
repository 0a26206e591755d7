/**
 * WRONG: a wallet sped its swap up twice, so there are three signed transactions of one call and one nonce. The only endpoint that
 * answers shows of each, in turn, that the next one used the nonce, and has a receipt of none. Looking one record up never ends: each
 * version is looked up as the version of the one before, without a count and without remembering those that were looked at.
 * LOSS: the round that refreshes pending swaps (`refreshPending`) never gets to any other record: swaps that were mined stay
 * «pending» for everybody, by the word of one endpoint, and each request of this swap hangs.
 * CAUSE: src/app/swaps/refresh-swap.ts:29-38,46-48 (`observe` and `observeVersion` call each other) with
 * src/app/swaps/observe-unmined.ts:110-116 (`own` has the latest version alone, not those before it).
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

test('versions that an endpoint shows in turn are looked at once each', async () => {
  let searches = 0
  const next = (hash: Hex | undefined) => versions[(versions.indexOf(hash as Hex) + 1) % versions.length]
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
  const ended = await refreshSwap(context as unknown as SwapsContext, record).catch((error: Error) => error)
  expect(ended).not.toBeInstanceOf(Error)
  expect(searches).toBeLessThanOrEqual(3)
})
