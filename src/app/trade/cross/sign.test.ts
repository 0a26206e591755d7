import { expect, test } from 'vitest'
import { buildCrossOrder } from '#app/crossing/order'
import { crossType } from '#domain/crossing/cross-order'
import { isFailure } from '#domain/errors'
import { amount, wei } from '#domain/units'
import { computeArrivalHash, encodeCrossCall } from '#encoding/crossing/call'
import { address, now, crossQuote as quote, route, routeThere } from '#test/crossing/quote-sample'
import { checkAgreed, requireSameCross } from './sign.ts'

const terms = {
  from: address(1),
  to: address(2),
  minimumOut: amount(900n),
  now,
  request: { deadlineSeconds: 180 } as Parameters<typeof checkAgreed>[2]['request'],
}
const order = buildCrossOrder(quote, { ...terms, deadlineSeconds: 180 })

function findMismatch(changed: Partial<typeof order>, payload: object = {}, there = quote.calls.arrival) {
  const call = { entry: 'cross', signature: undefined, permit: undefined, route, there } as const
  const data = encodeCrossCall({ ...call, order: { ...order, ...changed } })
  try {
    checkAgreed(quote, { to: quote.crossing, value: wei(0n), data, ...payload }, terms)
    return undefined
  } catch (error) {
    if (!isFailure(error, 'PAYLOAD_MISMATCH')) throw error
    return error.details.field
  }
}

test('what is signed is what was agreed, and its deadline is told', () => {
  expect(order).toEqual({
    sender: address(1),
    recipient: address(2),
    refundTo: address(1),
    fromAsset: address(3),
    amountIn: '1000',
    swapFee: '0',
    router: address(4),
    bridge: address(5),
    bridgeAsset: address(6),
    bridgeAmountMin: '990',
    bridgeRate: '999500000000000000',
    bridgeFee: '10',
    toNetwork: '8453',
    receiver: address(13),
    toRouter: address(8),
    toBridgeAsset: address(9),
    toAsset: address(10),
    amountOutMin: '900',
    arrivalHash: computeArrivalHash(quote.calls.arrival),
    deadline: '1800000180',
    toDeadline: '1800003600',
    nonce: '0',
  })
  expect(findMismatch({})).toBeUndefined()
})

const others = {
  ...Object.fromEntries(crossType.filter(({ type }) => type === 'address').map(({ name }) => [name, address(11)])),
  amountIn: '1001',
  bridgeAmountMin: '989',
  bridgeRate: '999400000000000000',
  bridgeFee: '11',
  toNetwork: '10',
  amountOutMin: '899',
  deadline: '1800000181',
  toDeadline: '1800003601',
  nonce: '1',
}

test.each(Object.entries(others))('another %s is not signed', (name, value) => {
  expect(findMismatch({ [name]: value })).toBe(name)
})

test('neither is another contract, a value, or other legs there', () => {
  expect(findMismatch({}, { to: address(11) })).toBe('to')
  expect(findMismatch({}, { value: wei(1n) })).toBe('value')
  const there = { ...quote.calls.arrival, route }
  expect(findMismatch({ arrivalHash: computeArrivalHash(there) }, {}, there)).toBe('arrivalHash')
})

test('a fresh quote may have other prices, and nothing else', () => {
  const fresh = {
    ...quote,
    amountOut: amount(903n),
    minimumOut: amount(899n),
    calls: { ...quote.calls, route: routeThere },
  }
  expect(() => requireSameCross(quote, fresh)).not.toThrow()
  for (const changed of [
    { request: { ...quote.request, to: address(11) } },
    { request: { ...quote.request, sellAmount: amount(1001n) } },
    { bridge: { ...quote.bridge, asset: quote.sell } },
    { bridge: { ...quote.bridge, name: 'another' } },
    { bridge: { ...quote.bridge, value: wei(1n) } },
    { calls: { ...quote.calls, receiver: 'recipient' as const } },
    { crossing: address(11) },
    { toCrossing: address(11) },
  ])
    expect(() => requireSameCross(quote, { ...quote, ...changed })).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_MISMATCH' }),
    )
})

test('a bridge’s message is part of the value, and may cost a quarter more than was agreed to when quoted again', () => {
  const asking = (value: bigint) => ({ ...quote, bridge: { ...quote.bridge, value: wei(value) } })
  const data = encodeCrossCall({
    entry: 'cross',
    signature: undefined,
    permit: undefined,
    route,
    there: quote.calls.arrival,
    order,
  })
  expect(() => checkAgreed(asking(8n), { to: quote.crossing, value: wei(8n), data }, terms)).not.toThrow()
  for (const value of [0n, 7n, 9n])
    expect(() => checkAgreed(asking(8n), { to: quote.crossing, value: wei(value), data }, terms)).toThrow(
      expect.objectContaining({ code: 'PAYLOAD_MISMATCH' }),
    )
  for (const value of [0n, 8n, 10n]) expect(() => requireSameCross(asking(8n), asking(value))).not.toThrow()
  expect(() => requireSameCross(asking(8n), asking(11n))).toThrow(expect.objectContaining({ code: 'PAYLOAD_MISMATCH' }))
})
