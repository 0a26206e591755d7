import { Interface } from 'ethers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { swapType, toSwapTypedData } from '#domain/api/typed-data'
import { wholeShare } from '#domain/quotes/route'
import { amount, evm, type Hex, hex, nativeToken, seconds } from '#domain/units'
import { routerAbi } from '#encoding/contracts/router.gen'
import { encodeRoute } from '#encoding/swap/route-bytes'
import { packPermit } from '#encoding/tokens/permit'
import { decodeOrderCall, encodeOrderCall, type OrderCall } from './call.ts'
import { decodeCancel, encodeCancel } from './nonces.ts'

const contract = new Interface(routerAbi)
const address = (n: number) => evm(`0x${n.toString(16).repeat(40)}`)
const signature = hex(`0x${'11'.repeat(32)}${'22'.repeat(32)}1b`)

const route = encodeRoute({
  wrapped: undefined,
  throughRouter: false,
  legs: [
    {
      move: 'push',
      pool: address(7),
      zeroForOne: true,
      feePpm: 3000,
      measured: false,
      share32: wholeShare,
      source: 'payer',
      destination: 'recipient',
      tokenIn: undefined,
    },
  ],
})

const { message } = toSwapTypedData({
  chainId: 1,
  router: address(1),
  sender: address(2),
  recipient: address(3),
  fromAsset: address(4),
  toAsset: address(5),
  deadline: seconds(1_800_000_000),
  amountOutMin: amount(9n),
  sellAmount: amount(1000n),
  swapFee: amount(10n),
  affiliate: { address: address(6), fee: amount(100n) },
  nonce: 2n ** 200n,
})
const permit = packPermit({ style: 'eip-2612', value: amount(1000n), deadline: seconds(1_800_000_000), signature })
const call: OrderCall = { order: message, signature, permit, route }

test.each<[string, OrderCall]>([
  ['with a permit', call],
  ['without', { ...call, permit: undefined }],
  ['with a contract’s signature', { ...call, signature: hex('0x123456') }],
])('an order decodes to what was encoded, and an ABI library writes the same bytes: %s', (_, one) => {
  const data = encodeOrderCall(one)
  expect(decodeOrderCall(data)).toEqual(one)
  const values = swapType.map(({ name }) => one.order[name])
  expect(data).toBe(contract.encodeFunctionData('fillOrder', [values, one.signature, one.permit ?? '0x', one.route]))
})

test('any changed byte decodes to another order or to none, never to the same', () => {
  const data = encodeOrderCall(call)
  fc.assert(
    fc.property(fc.nat(data.length / 2 - 2), fc.integer({ min: 1, max: 255 }), (at, mask) => {
      const bytes = Buffer.from(data.slice(2), 'hex')
      bytes[at] = (bytes[at] ?? 0) ^ mask
      const found = decodeOrderCall(hex(`0x${bytes.toString('hex')}`))
      if (found !== undefined) {
        expect(found).not.toEqual(call)
        expect(encodeOrderCall(found)).toBe(`0x${bytes.toString('hex')}`)
      }
    }),
    { numRuns: 1000 },
  )
})

test('an order has one encoding', () => {
  const data = encodeOrderCall(call)
  expect(decodeOrderCall(hex(`${data}00`))).toBeUndefined()
  for (let length = 10; length < data.length; length += 62)
    expect(decodeOrderCall(hex(data.slice(0, length)))).toBeUndefined()
})

test.each<[string, Partial<OrderCall['order']>]>([
  ['native currency sold', { fromAsset: nativeToken }],
  ['the same bought', { toAsset: message.fromAsset }],
  ['no recipient', { recipient: nativeToken }],
  ['the router as recipient', { recipient: message.router }],
  ['no minimum', { amountOutMin: '0' }],
  ['nothing sold', { amountIn: '0' }],
  ['more than 128 bits', { amountIn: String(2n ** 128n) }],
  ['a deadline that no record can state', { deadline: String(2n ** 53n) }],
  ['an affiliate fee above a tenth', { affiliateFee: '101' }],
  ['a fee without an affiliate', { affiliate: nativeToken }],
  ['a fee for the router', { affiliate: message.router }],
])('refuses to encode an order with %s', (_, changed) => {
  expect(() => encodeOrderCall({ ...call, order: { ...message, ...changed } })).toThrow(RangeError)
})

test('refuses to encode an order that sends native currency to its own wrapped form', () => {
  const toNative = hex(`${message.recipient}${route.slice(2)}`)
  const order = { ...message, toAsset: nativeToken }
  expect(() => encodeOrderCall({ ...call, order, route: toNative })).toThrow(RangeError)
  const other = { ...order, recipient: address(8) }
  expect(() => encodeOrderCall({ ...call, order: other, route: toNative })).not.toThrow()
})

test('an order without legs only unwraps, and its route may carry the router mark', () => {
  const toNative = { ...message, toAsset: nativeToken }
  const wrapped = (address: string) => hex(address)
  expect(() => encodeOrderCall({ ...call, route: hex('0x') })).toThrow(RangeError)
  expect(() => encodeOrderCall({ ...call, order: toNative, route: wrapped(address(9)) })).toThrow(RangeError)
  for (const [order, good] of [
    [toNative, wrapped(message.fromAsset)],
    [message, hex(`0xff${route.slice(2)}`)],
  ] as const)
    expect(decodeOrderCall(encodeOrderCall({ ...call, order, route: good }))?.route).toBe(good)
})

test('the deadline «never», which the router takes, is read as no order of ours', () => {
  const data = encodeOrderCall(call)
  const withDeadline = (deadline: bigint) => {
    const word = (value: bigint) => value.toString(16).padStart(64, '0')
    return decodeOrderCall(hex(data.replace(word(BigInt(message.deadline)), word(deadline))))
  }
  expect(withDeadline(2n ** 53n - 1n)?.order.deadline).toBe(String(2n ** 53n - 1n))
  for (const deadline of [2n ** 53n, 2n ** 256n - 1n]) expect(withDeadline(deadline)).toBeUndefined()
})

test('refuses to encode an order with an invalid permit or route', () => {
  for (const changed of [{ permit: hex('0x01') }, { route: hex('0x01') }])
    expect(() => encodeOrderCall({ ...call, ...changed })).toThrow(RangeError)
})

test('encodes the cancellation of one nonce', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 2n ** 256n - 1n), (nonce) => {
      const data = encodeCancel(nonce)
      const [word, mask] = [nonce / 256n, 1n << (nonce % 256n)]
      expect(data).toBe(contract.encodeFunctionData('cancel', [word, mask]))
      expect(decodeCancel(data)).toEqual({ word, mask })
    }),
  )
  const nothing: Hex = hex(contract.encodeFunctionData('cancel', [1n, 0n]))
  expect(decodeCancel(nothing)).toBeUndefined()
  expect(decodeCancel(hex(`${nothing}00`))).toBeUndefined()
})
