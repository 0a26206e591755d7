import { expect, test } from 'vitest'
import { amount, evm, hex, nativeToken, ppm, seconds } from '#domain/units'
import { encodeOrderCall } from '#encoding/order/call'
import { encodeCancel } from '#encoding/order/nonces'
import { encodeRoute } from '#encoding/swap/route-bytes'
import { encodeRouterCall } from '#encoding/swap/router-call'
import { readPayload } from './read-payload.ts'

const [weth, dai, me] = ['11', '22', '33'].map((byte) => evm(`0x${byte.repeat(20)}`)) as [never, never, never]

const call = {
  tokenIn: nativeToken,
  tokenOut: weth,
  amountIn: amount(5n),
  minimumOut: amount(5n),
  recipient: me,
  deadline: seconds(1_700_000_000),
  affiliate: { address: dai, fee: ppm(1_000) },
  route: encodeRoute({ wrapped: weth, throughRouter: false, legs: [] }),
}

test('decodes a payload to the request it serves', () => {
  expect(readPayload(encodeRouterCall(call))).toEqual({ entry: 'swap', call, throughRouter: false, legs: [] })
})

test.each([
  ['straight to the recipient', dai, false, false],
  ['through the router', dai, true, true],
  ['in native currency, which the router pays', nativeToken, false, true],
] as const)('a payload states how the recipient is paid: %s', (_, tokenOut, marked, expected) => {
  const leg = { move: 'callback', pool: me, zeroForOne: true, share32: 2 ** 32 } as const
  const route = encodeRoute({
    wrapped: tokenOut === nativeToken ? weth : undefined,
    throughRouter: marked,
    legs: [{ ...leg, source: 'payer', destination: 'recipient', tokenIn: undefined }],
  })
  const data = encodeRouterCall({ ...call, tokenIn: me, tokenOut, affiliate: undefined, route })
  expect(readPayload(data)).toMatchObject({ throughRouter: expected, legs: [{ move: 'callback' }] })
})

test('rejects bytes that our encoder would not write', () => {
  const data = encodeRouterCall(call)
  expect(readPayload(hex('0x'))).toBeUndefined()
  expect(readPayload(hex(`${data}00`))).toBeUndefined()
  expect(readPayload(hex(`0xa9059cbb${data.slice(10)}`))).toBeUndefined()
})

test('a cancel names the orders it ends', () => {
  expect(readPayload(encodeCancel((3n << 8n) + 7n))).toEqual({ entry: 'cancel', nonces: [(3n << 8n) + 7n] })
})

test('an order decodes with everything that leaves its sender', () => {
  const message = {
    router: `0x${'44'.repeat(20)}`,
    sender: `0x${'55'.repeat(20)}`,
    recipient: me,
    fromAsset: dai,
    toAsset: weth,
    deadline: '1700000000',
    amountOutMin: '9',
    swapFee: '2',
    amountIn: '90',
    affiliate: `0x${'66'.repeat(20)}`,
    affiliateFee: '8',
    nonce: '77',
  }
  const leg = { move: 'push', pool: me, zeroForOne: true, share32: 2 ** 32, feePpm: 3_000, measured: false } as const
  const route = encodeRoute({
    wrapped: undefined,
    throughRouter: false,
    legs: [{ ...leg, source: 'payer', destination: 'recipient', tokenIn: undefined }],
  })
  const signature = hex(`0x${'11'.repeat(64)}1b`)
  expect(readPayload(encodeOrderCall({ order: message, signature, route }))).toMatchObject({
    entry: 'order',
    call: { tokenIn: dai, tokenOut: weth, amountIn: 100n, minimumOut: 9n, recipient: me },
    order: { sender: message.sender, swapFee: 2n, affiliate: { fee: 8n }, nonce: 77n },
    throughRouter: true, // although the order does not state it
    legs: [{ move: 'push', source: 'payer', destination: 'recipient' }],
  })
})
