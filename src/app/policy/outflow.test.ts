import { expect, test } from 'vitest'
import { buildCrossOrder } from '#app/crossing/order'
import { amount, evm, gas, hex, nativeToken, ppm, seconds, wei } from '#domain/units'
import { getCctpBridge, getCrossing } from '#encoding/contracts/crossing'
import { getRouter } from '#encoding/contracts/router'
import { encodeCrossCall } from '#encoding/crossing/call'
import { encodeCompletionCall, messageTransmitter } from '#encoding/crossing/completion'
import { encodeCompose, encodeRepay } from '#encoding/crossing/execution'
import { encodeRelease } from '#encoding/crossing/message'
import { encodeRoute } from '#encoding/swap/route-bytes'
import { encodeRouterCall } from '#encoding/swap/router-call'
import { getNetworkEntry } from '#networks/find'
import { crossQuote } from '../../../test/crossing/quote-sample.ts'
import { createQuote, idOf } from '../../../test/store/samples.ts'
import { readOutflow } from './outflow.ts'
import { toPlannedTrade } from './planned-trade.ts'

const base = getNetworkEntry('base')
const token = base.wrapped
const [sender, recipient, affiliate] = ['1', '2', '3'].map((digit) => evm(`0x${digit.repeat(40)}`))
if (!sender || !recipient || !affiliate) throw new Error('no addresses')
const route = encodeRoute({ wrapped: base.wrapped, throughRouter: false, legs: [] })
const call = {
  tokenIn: token,
  tokenOut: nativeToken,
  amountIn: amount(77n),
  minimumOut: amount(1n),
  recipient,
  deadline: seconds(9),
  affiliate: { address: affiliate, fee: ppm(100) },
  route,
}
const payload = {
  from: sender,
  to: getRouter(base).address,
  data: encodeRouterCall(call),
  value: wei(0n),
  chainId: base.chainId,
  gasLimit: gas(10n),
  fees: { type: 0, gasPrice: wei(3n) },
} as const

test('a swap by our router: what it sells, the gas, and everybody who is paid', () => {
  expect(readOutflow(base, payload, undefined)).toEqual({
    spends: [
      { token: nativeToken, amount: 30n },
      { token, amount: 77n },
    ],
    allowances: [],
    tokens: [token, nativeToken],
    recipients: [recipient, affiliate],
  })
  const sold = { ...call, tokenIn: nativeToken, tokenOut: token }
  const paid = { ...payload, data: encodeRouterCall(sold), value: wei(77n) }
  expect(readOutflow(base, paid, undefined)?.spends).toEqual([{ token: nativeToken, amount: 107n }])
  // other bytes for the router, or a swap by another one without a trade, cannot be told.
  expect(readOutflow(base, { ...payload, data: hex('0x12345678') }, undefined)).toBeUndefined()
  expect(readOutflow(base, { ...payload, to: recipient }, undefined)).toBeUndefined()
})

test('a quote is checked for all whom it pays', () => {
  const quote = createQuote(idOf(1))
  const request = { ...quote.request, to: recipient, affiliate: { address: affiliate, fee: ppm(100) } }
  expect(toPlannedTrade({ ...quote, request }).recipients).toEqual([recipient, affiliate])
})

test('a crossing pays what it sells, the gas, and two recipients; a claim its gas', () => {
  const order = buildCrossOrder(
    { ...crossQuote, router: getRouter(base).address },
    {
      from: sender,
      to: recipient,
      minimumOut: amount(900n),
      now: seconds(9),
      deadlineSeconds: 30,
    },
  )
  const { route: sold, arrival: there } = crossQuote.calls
  const cross = { entry: 'cross', order, signature: undefined, permit: undefined, route: sold, there } as const
  const crossing = { ...payload, to: getCrossing(base).address, data: encodeCrossCall(cross) }
  expect(readOutflow(base, crossing, undefined)).toEqual({
    spends: [
      { token: nativeToken, amount: 30n },
      { token: crossQuote.sell.address, amount: 1000n },
    ],
    allowances: [],
    tokens: [crossQuote.sell.address],
    arrival: { chainId: Number(order.toNetwork), token: crossQuote.buy.address },
    recipients: [recipient, sender],
  })
  // the same bytes for another contract, a swap by another router, and an order that this account would submit
  const elsewhere = encodeCrossCall({ ...cross, order: { ...order, router: affiliate } })
  expect(readOutflow(base, { ...crossing, data: elsewhere }, undefined)).toBeUndefined()
  expect(readOutflow(base, { ...crossing, to: affiliate }, undefined)).toBeUndefined()
  const ordered = encodeCrossCall({ ...cross, entry: 'crossOrder', signature: hex('0x11') })
  expect(readOutflow(base, { ...crossing, data: ordered }, undefined)).toBeUndefined()

  const delivery = { router: affiliate, toAsset: token, recipient, amountOutMin: amount(1n), deadline: seconds(9) }
  const release = encodeRelease({ token, amount: amount(5n), delivery, routeHash: hex(`0x${'11'.repeat(32)}`) })
  expect(readOutflow(base, { ...crossing, data: release }, undefined)).toEqual({
    spends: [{ token: nativeToken, amount: 30n }],
    allowances: [],
    tokens: [],
    recipients: [recipient],
  })
  expect(readOutflow(base, { ...crossing, data: release, value: wei(1n) }, undefined)).toBeUndefined()
})

test('the completion of a burn costs its gas', () => {
  const data = (byBridge: boolean) => encodeCompletionCall({ message: hex('0x01'), attestation: hex('0x02') }, byBridge)
  const gasOnly = { spends: [{ token: nativeToken, amount: 30n }], allowances: [], tokens: [], recipients: [] }
  const bridge = getCctpBridge(base).address
  expect(readOutflow(base, { ...payload, to: bridge, data: data(true) }, undefined)).toEqual(gasOnly)
  expect(readOutflow(base, { ...payload, to: messageTransmitter, data: data(false) }, undefined)).toEqual(gasOnly)
  expect(readOutflow(base, { ...payload, to: bridge, data: data(true), value: wei(1n) }, undefined)).toBeUndefined()
  expect(readOutflow(base, { ...payload, to: affiliate, data: data(false) }, undefined)).toBeUndefined()
})

const guid = hex(`0x${'11'.repeat(32)}`)

test('a repayment of Stargate’s pool costs its gas, at a pool alone', () => {
  const held = { guid, index: 0, fromEid: 30101, receiver: recipient, amount: 5n, composed: hex('0x') }
  const of = (to: string) => ({ ...payload, to: evm(to), data: encodeRepay(held) })
  const pool = '0x27a16dc786820b16e5c9028b75b99f6f604b5d26'
  expect(readOutflow(base, of(pool), undefined)).toMatchObject({ spends: [{ token: nativeToken, amount: 30n }] })
  for (const to of [affiliate, '0x1a44076050125825900e736c501f859c50fe728c'])
    expect(readOutflow(base, of(to), undefined)).toBeUndefined()
})

test('the execution of a message costs its gas', () => {
  const data = encodeCompose({ from: token, to: recipient, guid, message: hex('0x01') })
  const endpoint = evm('0x1a44076050125825900e736c501f859c50fe728c')
  expect(readOutflow(base, { ...payload, to: endpoint, data }, undefined)).toEqual({
    spends: [{ token: nativeToken, amount: 30n }],
    allowances: [],
    tokens: [],
    recipients: [],
  })
  expect(readOutflow(base, { ...payload, to: endpoint, data, value: wei(1n) }, undefined)).toBeUndefined()
  expect(readOutflow(base, { ...payload, to: affiliate, data }, undefined)).toBeUndefined()
})
