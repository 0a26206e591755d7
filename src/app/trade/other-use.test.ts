/** An order that was not filled is told by what used its nonce, and by nothing less than that. */
import { expect, test } from 'vitest'
import { verifyOrder } from '#app/trade/verify-order'
import { toSwapTypedData } from '#domain/api/typed-data'
import { word } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import { amount, evm, type Hex, hex, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeOrderCall } from '#encoding/order/call'
import { encodeCancel } from '#encoding/order/nonces'
import { getNetworkEntry } from '#networks/find'
import { route } from '#test/crossing/quote-sample'
import { findOtherUse } from './other-use.ts'
import { readSignedOrder } from './signed-order.ts'

const network = getNetworkEntry('ethereum') // final after 12 blocks
const { address: router } = getRouter(network)
const [seller, relayer] = [evm(`0x${'a1'.repeat(20)}`), evm(`0x${'b2'.repeat(20)}`)]
const [using, blockHash, elsewhere] = ['11', 'bb', 'cc'].map((byte) => hex(`0x${byte.repeat(32)}`)) as [Hex, Hex, Hex]
const late = 1_800_000_001

function encode(of: { readonly nonce?: bigint; readonly amountOutMin?: bigint; readonly sender?: typeof seller }): Hex {
  const { nonce = 5n, amountOutMin = 9n, sender = seller } = of
  const { message } = toSwapTypedData({
    ...{ chainId: 1, router, sender, recipient: seller, fromAsset: evm(`0x${'44'.repeat(20)}`), nonce },
    ...{ toAsset: evm(`0x${'55'.repeat(20)}`), deadline: seconds(late - 1), amountOutMin: amount(amountOutMin) },
    ...{ swapFee: amount(10n), sellAmount: amount(1_000n), affiliate: undefined },
  })
  return encodeOrderCall({ order: message, signature: hex(`0x${'11'.repeat(65)}`), permit: undefined, route })
}

const receipt = { status: 'success', block: 100, blockHash, logs: [], gasUsed: 1n, feePaid: 1n }

interface Shown {
  /** Of the transaction that used the nonce. */
  readonly data: Hex
  readonly from?: typeof seller
  /** What a second endpoint shows of it. */
  readonly second?: object
  /** The nonce is used in the block before already; `undefined` without that state. */
  readonly isUsedBefore?: boolean | undefined
  /** Transactions that moved the seller's tokens. */
  readonly moved?: readonly Hex[]
}

function chainOf({ data, from = relayer, second = receipt, moved = [using], ...more }: Shown): Chain {
  const isUsedBefore = 'isUsedBefore' in more ? more.isUsedBefore : false
  const used = (is: boolean) => hex(`0x${word(is ? 1n << 5n : 0n)}`)
  const transaction = { hash: using, from, to: router, data, nonce: 7 }
  const look = { seen: 'mined', head: { number: 150 } }
  return {
    network,
    allReadsWithBlock: async () => [{ block: { number: 150, time: late }, answers: [used(true)] }],
    nonceAt: async () => [{ block: { time: late }, nonce: 8 }],
    allNonces: async () => [{ latest: 8 }, { latest: 8 }],
    findNonceUser: async () =>
      from === seller ? { by: using, block: 100, blockHash, call: { to: router, data, value: 0n } } : undefined,
    transfers: async () => moved,
    transactions: async () => [transaction],
    findTransaction: async () => ({ transaction, receipt, isProven: true }),
    checkTransaction: async () => [
      { ...look, receipt },
      { ...look, receipt: second },
    ],
    allSimulationsAt: async () =>
      isUsedBefore === undefined ? [] : [{ ok: true, data: used(isUsedBefore), reason: '' }],
  } as unknown as Chain
}

function verify(shown: Shown) {
  const order = readSignedOrder(network, encode({}))
  if (order === undefined) throw new Error('no order')
  return verifyOrder(chainOf(shown), order, { named: undefined, freeAt: 90, confirmations: 12 })
}

const notFilled = { isFilled: false, canExecute: false, usedBy: using, received: undefined, isFinal: true }
const unknown = { isFilled: undefined, canExecute: false, hasUnknownUse: true, received: undefined, isFinal: true }

test('another order of the same nonce is mined: this one was not filled', async () => {
  expect(await verify({ data: encode({ amountOutMin: 8n }) })).toEqual(notFilled)
})

test.each<[why: string, shown: Shown]>([
  ['of another nonce', { data: encode({ nonce: 6n }) }],
  ['of another sender', { data: encode({ sender: relayer }) }],
  ['that reverted by one endpoint', { data: encode({ amountOutMin: 8n }), second: { ...receipt, status: 'reverted' } }],
  [
    'that one endpoint has elsewhere',
    { data: encode({ amountOutMin: 8n }), second: { ...receipt, blockHash: elsewhere } },
  ],
])('an order %s proves nothing', async (_, shown) => {
  expect(await verify(shown)).toEqual(unknown)
})

test('nor does one that may be this very one in other bytes', async () => {
  const used = { nonces: router, sender: seller, nonce: 5n }
  const find = (mayBeOwn: boolean) =>
    findOtherUse(chainOf({ data: encode({}) }), used, { first: 90, last: 150, mayBeOwn: () => mayBeOwn })
  expect([await find(false), await find(true)]).toEqual([using, undefined])
})

const cancellation = { data: encodeCancel(5n), from: seller, moved: [] }

test('its sender has cancelled it, while its nonce was free: it was not filled', async () => {
  expect(await verify(cancellation)).toEqual(notFilled)
})

test.each<[why: string, shown: Shown]>([
  ['of another nonce', { ...cancellation, data: encodeCancel(6n) }],
  ['of a nonce that was used before', { ...cancellation, isUsedBefore: true }],
  ['of a nonce of which no state tells whether it was free', { ...cancellation, isUsedBefore: undefined }],
  ['that reverted by one endpoint', { ...cancellation, second: { ...receipt, status: 'reverted' } }],
  ['in a block in which something moved the tokens', { ...cancellation, moved: [elsewhere] }],
])('a cancellation %s proves nothing', async (_, shown) => {
  expect(await verify(shown)).toEqual(unknown)
})
