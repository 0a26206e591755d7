/** What a service records for good as a swap's amount is not the word of the one endpoint whose receipt it read. */
import { expect, test } from 'vitest'
import type { SwapsContext } from '#app/swaps/context'
import { refreshSwap } from '#app/swaps/refresh-swap'
import { transferTopic } from '#domain/calls/event-topics'
import { addressWord, word } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import type { SwapRecord } from '#domain/service/swap-record'
import { evm, hex } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { getNetworkEntry } from '#networks/find'

const network = getNetworkEntry('ethereum')
const [hash, blockHash] = ['aa', 'bb'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [never, never]
const [token, recipient, seller] = ['22', '33', '44'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [
  never,
  never,
  never,
]
const router = getRouter(network).address
const record = {
  ...{ id: 'swap', status: 'pending', substatus: 'submitted', network: 'ethereum', transactionHash: hash },
  ...{ from: seller, buy: token, to: recipient, gasless: false, timeline: [], nonce: 7, deadline: 1000 },
} as unknown as SwapRecord

/** A receipt by which the recipient got so much. */
const receiptOf = (amount: bigint) => ({
  ...{ status: 'success', block: 100, blockHash, gasUsed: 1n, feePaid: 1n },
  logs: [
    {
      address: token,
      topics: [transferTopic, hex(`0x${addressWord(router)}`), hex(`0x${addressWord(recipient)}`)],
      data: hex(`0x${word(amount)}`),
    },
  ],
})

/** The record after a look at a chain, of which each endpoint tells another amount of the same block. */
function refresh(inUse: bigint, others: readonly bigint[]): Promise<SwapRecord> {
  const chain = {
    network,
    receipt: async () => receiptOf(inUse),
    head: async () => ({ number: 111 }),
    checkTransaction: async () =>
      [inUse, ...others].map((amount) => ({ seen: 'mined', head: { number: 111 }, receipt: receiptOf(amount) })),
  } as unknown as Chain
  const context = {
    chain: async () => chain,
    clock: { now: () => 1 },
    swaps: { update: async () => undefined },
  } as unknown as SwapsContext
  return refreshSwap(context, record)
}

test('an amount that another endpoint contradicts is not recorded for good', async () => {
  const { status, amountOut } = await refresh(500n, [400n])
  expect({ status, amountOut }).not.toEqual({ status: 'success', amountOut: 500n })
})
