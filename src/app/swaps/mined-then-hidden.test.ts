/** What two endpoints have shown in a block is not taken back by the one that answers later, whatever it says of the nonce. */
import { expect, test } from 'vitest'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, gas, hex, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'
import type { SwapsContext } from './context.ts'
import { refreshSwap } from './refresh-swap.ts'

const network = getNetworkEntry('ethereum')
const [hash, blockHash, other] = ['aa', 'bb', 'cc'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never, never]
const from = evm(`0x${'11'.repeat(20)}`)
const receipt = { status: 'success', block: 995, blockHash, logs: [], gasUsed: gas(1n), feePaid: wei(1n) }

/** @param shown by each endpoint that answers */
function refresh(of: SwapRecord, shown: readonly ('mined' | 'absent')[], now: number, nonce = 7) {
  const head = { number: now / 10, time: now }
  const chain = {
    network,
    head: async () => head,
    receipt: async () => (shown[0] === 'mined' ? receipt : undefined),
    allNonces: async () => shown.map((_, i) => ({ endpoint: `${i}`, head })),
    checkTransaction: async () =>
      shown.map((seen, i) => ({
        ...{ endpoint: `${i}`, head, seen, nonce: seen === 'mined' ? 8 : nonce },
        ...(seen === 'mined' ? { receipt } : {}),
      })),
    nonceAt: async (_: string, number: number) =>
      shown.map((seen) => ({ nonce: seen === 'mined' ? 8 : nonce, block: { number, time: number * 10 } })),
    findNonceUser: async () => ({ endpoint: '0', by: other, block: 996, blockHash }),
    findTransaction: async () => ({ transaction: { from, to: from, data: hex('0x'), nonce: 7 }, isProven: true }),
  } as unknown as Chain
  const context = { chain: async () => chain, clock: { now: () => now }, swaps: { update: async () => undefined } }
  return refreshSwap(context as unknown as SwapsContext, of)
}

const reported = {
  ...{ id: 'swap', status: 'pending', substatus: 'submitted', network: 'ethereum', transactionHash: hash },
  ...{ buy: from, to: from, from, gasless: false, timeline: [], nonce: 7, deadline: 10_100, createdAt: 9_900 },
} as unknown as SwapRecord

test.each([
  ['free', 7, 'expired'],
  ['used by another transaction', 8, 'replaced'],
])('a swap that was shown in a block does not end by one endpoint that has its nonce %s', async (_, nonce, end) => {
  const mined = await refresh(reported, ['mined', 'mined'], 10_000)
  expect(mined).toMatchObject({ status: 'pending', substatus: 'mined', mined: { block: 995 } })
  const alone = await refresh(mined, ['absent'], 11_000, nonce) // the other one does not answer
  expect(alone).toMatchObject({ status: 'pending', substatus: 'unknown', mined: { block: 995 } })
  expect(await refresh(alone, ['mined', 'mined'], 12_000)).toMatchObject({ status: 'success' })
  expect(await refresh(alone, ['absent', 'absent'], 12_000, nonce)).toMatchObject({ substatus: end })
})
