/** «Received» is said of an order only by a receipt that is as deep as asked for, and that no endpoint contradicts. */
import { expect, test } from 'vitest'
import { readSignedOrder } from '#app/trade/signed-order'
import { verifyOrder, verifyUntilEnd } from '#app/trade/verify-order'
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

interface Shown {
  readonly head: number
  /** What another endpoint shows of the transaction. */
  readonly second?: object
  /** At the head. */
  readonly isUsed?: boolean
  /** Of the head and of the final block below it. */
  readonly time?: number
}

const before = 1_700_000_000
const late = 1_800_000_001

function chainOf({ head, second = receipt, isUsed = true, time = before }: Shown) {
  const look = { seen: 'mined', head: { number: head } }
  const transaction = { hash, from: other, to: router, data, nonce: 1 }
  return {
    network,
    head: async () => ({ number: head, time }),
    findTransaction: async () => ({ transaction, receipt, isProven: true }),
    checkTransaction: async () => [
      { ...look, receipt },
      { ...look, receipt: second },
    ],
    // by every endpoint, at its head
    allReadsWithBlock: async () => [
      { block: { number: head, time }, answers: [hex(`0x${word(isUsed ? 1n << 5n : 0n)}`)] },
    ],
    nonceAt: async () => [{ block: { time }, nonce: 0 }],
    allNonces: async () => [{ latest: 0 }], // the seller has sent nothing itself
    transfers: async () => [hash],
    transactions: async () => [transaction],
  } as unknown as Chain
}

function verify(shown: Shown, confirmations = 12) {
  if (order === undefined) throw new Error('no order')
  return verifyOrder(chainOf(shown), order, { named: hash, freeAt: 90, confirmations })
}

test('received is said by a final receipt of all endpoints', async () => {
  expect(await verify({ head: 111 })).toEqual({
    isFilled: true,
    canExecute: false,
    hash,
    received: 500n,
    isFinal: true,
  })
})

test('not by a receipt in the newest block, which may be another one’s tomorrow', async () => {
  expect(await verify({ head: 100 })).toEqual({ isFilled: true, canExecute: true, received: undefined, isFinal: false })
  expect(await verify({ head: 110 })).toEqual({ isFilled: true, canExecute: true, received: undefined, isFinal: false })
})

test('after as many blocks as were asked for, and then it is said not to be final', async () => {
  const young = { isFilled: true, canExecute: false, hash, received: 500n, isFinal: false }
  expect(await verify({ head: 100 }, 1)).toEqual(young)
  expect(await verify({ head: 101 }, 2)).toEqual(young)
  expect(await verify({ head: 100 }, 2)).toMatchObject({ canExecute: true, received: undefined })
  const second = { ...receipt, blockHash: elsewhere }
  expect(await verify({ head: 100, second }, 1)).toMatchObject({ canExecute: true, received: undefined })
})

test.each([
  ['reverted', { ...receipt, status: 'reverted', logs: [] }],
  ['in another block', { ...receipt, blockHash: elsewhere }],
])('not if another endpoint shows it %s', async (_, second) => {
  expect(await verify({ head: 111, second })).toEqual({
    isFilled: true,
    canExecute: true,
    received: undefined,
    isFinal: false,
  })
})

test('no amount by the logs of one endpoint that another one shows otherwise', async () => {
  const second = { ...receipt, logs: [{ ...paid, data: hex(`0x${word(9n)}`) }] }
  expect(await verify({ head: 111, second })).toEqual({
    isFilled: true,
    canExecute: false,
    hash,
    received: undefined,
    isFinal: true,
  })
})

test('a final block after the deadline ends an order, whatever used its nonce', async () => {
  const cancelled = { ...receipt, status: 'reverted', logs: [] }
  expect(await verify({ head: 111, second: cancelled, time: late })).toMatchObject({ canExecute: false })
  expect(await verify({ head: 111, isUsed: false, time: late })).toMatchObject({ isFilled: false, canExecute: false })
  expect(await verify({ head: 111, isUsed: false })).toMatchObject({ isFilled: false, canExecute: true })
})

/** What was seen last, after so many milliseconds. */
async function follow(heads: readonly Shown[], patience: number) {
  let elapsed = 0
  const clock = {
    elapsed: () => elapsed,
    sleep: async (ms: number) => {
      elapsed += ms
    },
  }
  const left = [...heads]
  const seen = await verifyUntilEnd(clock, patience, () =>
    verify(left.length > 1 ? (left.shift() as Shown) : (heads.at(-1) as Shown)),
  )
  return { ...seen, elapsed }
}

test('a nonce that is used is looked at until its block is final, or a reorg frees it', async () => {
  expect(await follow([{ head: 100 }, { head: 105 }, { head: 111 }], 60_000)).toMatchObject({
    received: 500n,
    elapsed: 4_000,
  })
  const freed = await follow([{ head: 100 }, { head: 101, isUsed: false }], 60_000)
  expect(freed).toMatchObject({ isFilled: false, canExecute: true, elapsed: 2_000 })
})

test('one that all endpoints show is not searched for while it gets deeper', async () => {
  if (order === undefined) throw new Error('no order')
  const searched: string[] = []
  const chain = { ...chainOf({ head: 105 }), transfers: async () => searched.push('transfers') } as unknown as Chain
  const seen = await verifyOrder(chain, order, { named: hash, freeAt: 90, confirmations: 12 })
  expect([seen.canExecute, searched]).toEqual([true, []])
})

test('but no longer than the user waits', async () => {
  expect(await follow([{ head: 100 }], 5_000)).toMatchObject({ canExecute: true, elapsed: 6_000 })
  expect(await follow([{ head: 100 }], 0)).toMatchObject({ canExecute: true, elapsed: 0 })
})

test('a fill is waited for until it is as deep as asked for, though a final block is later than its deadline', async () => {
  expect(await verify({ head: 150, time: late }, 100)).toMatchObject({ received: undefined, isFilled: true })
  const [young, deep] = [150, 199].map((head) => ({ head, time: late }))
  let elapsed = 0
  const clock = {
    elapsed: () => elapsed,
    sleep: async (ms: number) => {
      elapsed += ms
    },
  }
  const seen = await verifyUntilEnd(clock, 60_000, () => verify((elapsed === 0 ? young : deep) as Shown, 100))
  expect(seen).toEqual({ isFilled: true, canExecute: false, hash, received: 500n, isFinal: true })
})

test('a nonce that no fill has used ends no order with success, as who cancelled it sold nothing', async () => {
  if (order === undefined) throw new Error('no order')
  const nothing = { findTransaction: async () => undefined, transfers: async () => [], transactions: async () => [] }
  const chain = { ...chainOf({ head: 111, time: late }), ...nothing } as unknown as Chain
  const seen = await verifyOrder(chain, order, { named: undefined, freeAt: 90, confirmations: 1 })
  expect(seen).not.toMatchObject({ isFilled: true, canExecute: false }) // which is exit 0
  expect(seen).toMatchObject({ isFilled: undefined, canExecute: false, hasUnknownUse: true })
})
