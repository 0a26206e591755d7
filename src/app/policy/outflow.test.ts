import { expect, test } from 'vitest'
import { amount, evm, gas, hex, nativeToken, ppm, seconds, wei } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'
import { encodeRoute } from '#encoding/swap/route-bytes'
import { encodeRouterCall } from '#encoding/swap/router-call'
import { getNetworkEntry } from '#networks/find'
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
