/** «Received» is said of an order only by a receipt that is final, and that no endpoint contradicts. */
import { expect, test } from 'vitest'
import { findAmountReceived } from '#app/trade/find-amount-received'
import { readSignedOrder } from '#app/trade/signed-order'
import { toSwapTypedData } from '#domain/api/typed-data'
import { transferTopic } from '#domain/calls/event-topics'
import { addressWord, word } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import { amount, evm, hex, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeOrderCall } from '#encoding/order/call'
import { getNetworkEntry } from '#networks/find'
import { route } from '#test/crossing/quote-sample'

const network = getNetworkEntry('ethereum') // final after 12 blocks
const { address: router } = getRouter(network)
const [seller, other] = [evm(`0x${'a1'.repeat(20)}`), evm(`0x${'b2'.repeat(20)}`)]
const buy = evm(`0x${'55'.repeat(20)}`)
const [hash, blockHash, elsewhere] = ['11', 'bb', 'cc'].map((byte) => hex(`0x${byte.repeat(32)}`))
const { message } = toSwapTypedData({
  ...{ chainId: 1, router, sender: seller, recipient: seller, fromAsset: evm(`0x${'44'.repeat(20)}`), nonce: 5n },
  ...{ toAsset: buy, deadline: seconds(1_800_000_000), amountOutMin: amount(9n), swapFee: amount(10n) },
  ...{ sellAmount: amount(1_000n), affiliate: undefined },
})
const data = encodeOrderCall({ order: message, signature: hex(`0x${'11'.repeat(65)}`), permit: undefined, route })
const order = readSignedOrder(network, data)

const paid = {
  address: buy,
  topics: [transferTopic, hex(`0x${addressWord(other)}`), hex(`0x${addressWord(seller)}`)],
  data: hex(`0x${word(500n)}`),
}
const receipt = { status: 'success', block: 100, blockHash, logs: [paid], gasUsed: 1n, feePaid: 1n }

/** @param second what another endpoint shows of the transaction */
function received(head: number, second: object = receipt) {
  if (order === undefined) throw new Error('no order')
  const look = { seen: 'mined', head: { number: head } }
  const chain = {
    network,
    head: async () => ({ number: head, time: 1_700_000_000 }),
    findTransaction: async () => ({
      transaction: { hash, from: other, to: router, data, nonce: 1 },
      receipt,
      isProven: true,
    }),
    checkTransaction: async () => [
      { ...look, receipt },
      { ...look, receipt: second },
    ],
    // the nonce is used, by every endpoint, at its head
    allReadsWithBlock: async () => [
      { block: { number: head, time: 1_700_000_000 }, answers: [hex(`0x${word(1n << 5n)}`)] },
    ],
    nonceAt: async () => [],
    transfers: async () => [hash],
    transactions: async () => [{ hash, from: other, to: router, data, nonce: 1 }],
  } as unknown as Chain
  return findAmountReceived(chain, order, { named: hash, freeAt: 90 })
}

test('by a final receipt of all endpoints', async () => {
  expect(await received(111)).toBe(500n)
})

test('not by a receipt in the newest block, which may be another one’s tomorrow', async () => {
  expect(await received(100)).toBeUndefined()
})

test.each([
  ['reverted', { ...receipt, status: 'reverted', logs: [] }],
  ['in another block', { ...receipt, blockHash: elsewhere }],
])('not if another endpoint shows it %s', async (_, second) => {
  expect(await received(111, second)).toBeUndefined()
})
