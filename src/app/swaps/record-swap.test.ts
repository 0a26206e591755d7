/** Anyone may send a call that names another account as the seller: whose swap it is has to be known. */
import { Wallet } from 'ethers'
import { expect, test } from 'vitest'
import { buildCrossOrder } from '#app/crossing/order'
import { toSwapTypedData } from '#domain/api/typed-data'
import type { Chain, ChainTransaction, Receipt } from '#domain/chain/port'
import { permit2, toCrossTypedData, toPermit2TypedData } from '#domain/crossing/cross-order'
import type { SwapRecord } from '#domain/service/swap-record'
import type { TypedMessage } from '#domain/trade/typed-message'
import { type Address, amount, evm, gas, type Hex, hex, seconds, wei } from '#domain/units'
import { getCrossing } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'
import { encodeCrossCall } from '#encoding/crossing/call'
import { encodeOrderCall } from '#encoding/order/call'
import { getNetworkEntry } from '#networks/find'
import { crossQuote, route } from '#test/crossing/quote-sample'
import { recoverSigner } from '#wallet/recover-signer'
import type { SwapsContext } from './context.ts'
import { recordSwap } from './record-swap.ts'

const network = getNetworkEntry('ethereum')
const [router, crossing] = [getRouter(network).address, getCrossing(network).address]
const key = new Wallet(`0x${'a1'.repeat(32)}`)
const seller = evm(key.address)
const submitter = evm(`0x${'66'.repeat(20)}`)
const hash = hex(`0x${'11'.repeat(32)}`)
const deadline = seconds(1_800_000_000)
const forged = hex(`0x${'66'.repeat(64)}1b`)

interface Call {
  readonly to: Address
  readonly data: Hex
}
type Sign = (message: TypedMessage) => Promise<Hex>

const signByKey: Sign = async ({ domain, types, message }) =>
  hex(await key.signTypedData({ ...domain }, JSON.parse(JSON.stringify(types)), { ...message }))
const forge: Sign = async () => forged

/** @param verifier the router that the order is signed for */
async function fillOrder(sign: Sign, verifier = router): Promise<Call> {
  const order = toSwapTypedData({
    ...{ chainId: 1, router: verifier, sender: seller, recipient: seller, fromAsset: evm(`0x${'44'.repeat(20)}`) },
    ...{ toAsset: evm(`0x${'55'.repeat(20)}`), deadline, amountOutMin: amount(9n), sellAmount: amount(1_000n) },
    ...{ swapFee: amount(10n), affiliate: undefined, nonce: 5n },
  })
  const signature = await sign({ ...order })
  return { to: router, data: encodeOrderCall({ order: order.message, signature, permit: undefined, route }) }
}

async function cross(sign: Sign, entry: 'crossOrder' | 'crossPermit2'): Promise<Call> {
  const terms = { from: seller, to: seller, minimumOut: amount(9n), now: deadline, deadlineSeconds: 60 }
  const order = buildCrossOrder({ ...crossQuote, crossing }, terms)
  const typed = toCrossTypedData(network.chainId, crossing, order)
  const signature = await sign({ ...(entry === 'crossPermit2' ? toPermit2TypedData(typed) : typed) })
  const { arrival: there } = crossQuote.calls
  return { to: crossing, data: encodeCrossCall({ entry, order, signature, permit: undefined, route, there }) }
}

const entries: readonly (readonly [string, (sign: Sign) => Promise<Call>])[] = [
  ['fillOrder', fillOrder],
  ['crossOrder', (sign) => cross(sign, 'crossOrder')],
  ['crossPermit2', (sign) => cross(sign, 'crossPermit2')],
]

/** Of the records that were stored, the latest last. */
const orders: SwapRecord['order'][] = []

type Look = 'waiting' | 'success' | 'reverted' | 'success without logs'

const logs: Receipt['logs'] = [{ address: submitter, topics: [], data: hex('0x') }]
const toCheck = (look: Look) =>
  look === 'waiting'
    ? { seen: 'waiting' }
    : {
        seen: 'mined',
        receipt: { status: look === 'reverted' ? look : 'success', logs: look === 'success' ? logs : [] },
      }

/** The accounts whose swap it is stored as. */
async function record(call: Call, ...looks: readonly Look[]): Promise<readonly Address[]> {
  const sellers: Address[] = []
  const sent: ChainTransaction = {
    ...{ hash, from: submitter, ...call, nonce: 0, value: wei(0n), gasLimit: gas(300_000n), block: undefined },
  }
  const chain = {
    network,
    findTransaction: async () => ({ transaction: sent, receipt: undefined, isProven: true }),
    checkTransaction: async () => looks.map(toCheck),
  } as unknown as Chain
  const context = {
    ...{ uuid: () => 'swap', clock: { now: () => deadline }, recover: recoverSigner },
    quotes: { findByPayload: async () => [] },
    swaps: {
      put: async (made: SwapRecord) => {
        sellers.push(made.from)
        orders.push(made.order)
        return made
      },
    },
  } as unknown as SwapsContext
  const found = await recordSwap(context, chain, hash)
  expect(found).toMatchObject({ record: { from: seller }, isStored: sellers.length === 1 })
  return sellers
}

test.each(entries)('%s is a swap of the account that signed it, whatever became of it', async (_, encode) => {
  const call = await encode(signByKey)
  expect(await record(call, 'waiting')).toEqual([seller])
  expect(await record(call, 'reverted')).toEqual([seller])
})

test.each([router, crossing, permit2])('the record of an order has the place of its nonce: %s', async (nonces) => {
  const [, encode] = entries[[router, crossing, permit2].indexOf(nonces)] ?? []
  await record((await encode?.(signByKey)) ?? expect.fail(), 'waiting')
  expect(orders.at(-1)).toMatchObject({ nonces })
})

test.each(entries)('%s with a signature of nobody is no swap of the account that it names', async (_, encode) => {
  const call = await encode(forge)
  expect(await record(call, 'waiting')).toEqual([])
  expect(await record(call, 'reverted')).toEqual([])
})

test.each(entries)('%s by a contract’s own signature is its swap once it has succeeded', async (_, encode) => {
  const call = await encode(async () => hex('0x123456'))
  expect(await record(call, 'waiting')).toEqual([])
  expect(await record(call, 'success', 'waiting')).toEqual([seller])
})

test('nor is its success known where endpoints contradict each other, or no contract logged a transfer', async () => {
  const call = await fillOrder(forge)
  expect(await record(call, 'success', 'reverted')).toEqual([])
  expect(await record(call, 'success without logs')).toEqual([])
})

test('a signature for another router makes no record', async () => {
  expect(await record(await fillOrder(signByKey, evm(`0x${'77'.repeat(20)}`)), 'reverted')).toEqual([])
})
