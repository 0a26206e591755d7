import { AbiCoder, Interface, keccak256 } from 'ethers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CrossOrder, crossType } from '#domain/crossing/cross-order'
import { wholeShare } from '#domain/quotes/route'
import { type Address, amount, evm, gas, type Hex, hex, nativeToken, noBytes, seconds } from '#domain/units'
import { crossingAbi } from '#encoding/contracts/crossing.gen'
import { encodeRoute } from '#encoding/swap/route-bytes'
import { packPermit } from '#encoding/tokens/permit'
import { type CrossCall, decodeCrossCall, encodeCrossCall } from './call.ts'

const contract = new Interface(crossingAbi)
const address = (n: number) => evm(`0x${n.toString(16).padStart(2, '0').repeat(20)}`)
const signature = hex(`0x${'11'.repeat(32)}${'22'.repeat(32)}1b`)
const permit = packPermit({ style: 'eip-2612', value: amount(1007n), deadline: seconds(1_800_000_000), signature })

const routeTo = (wrapped?: Address): Hex =>
  encodeRoute({
    wrapped,
    throughRouter: false,
    legs: [
      {
        move: 'push',
        pool: address(0x70),
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

/** By ethers: what the other side is given. */
const hashOf = (needed: bigint, bytes: Hex) =>
  keccak256(AbiCoder.defaultAbiCoder().encode(['uint256', 'bytes'], [needed, bytes]))

/** The same call with what its order says of the other side. */
const sealed = (one: CrossCall): CrossCall => ({
  ...one,
  order: { ...one.order, arrivalHash: hashOf(one.there.gas, one.there.route) },
})

const order: CrossOrder = {
  sender: address(1),
  recipient: address(2),
  refundTo: address(3),
  fromAsset: address(4),
  amountIn: '1000',
  swapFee: '7',
  router: address(5),
  bridge: address(6),
  bridgeAsset: address(7),
  bridgeAmountMin: '990',
  bridgeRate: '999500000000000000',
  bridgeFee: '10',
  toNetwork: '8453',
  receiver: address(8),
  toRouter: address(9),
  toBridgeAsset: address(10),
  toAsset: address(11),
  amountOutMin: '900',
  arrivalHash: hashOf(300_000n, routeTo()),
  deadline: '1800000000',
  toDeadline: '1800003600',
  nonce: '5',
}
const call: CrossCall = {
  entry: 'cross',
  order,
  signature: undefined,
  permit,
  route: routeTo(),
  there: { gas: gas(300_000n), route: routeTo() },
}
const ordered: CrossCall = { ...call, entry: 'crossOrder', signature }
const permitted: CrossCall = { ...call, entry: 'crossPermit2', signature, permit: undefined }

/** What ethers writes for the same call. */
function encodeByEthers({ entry, order, signature, permit = noBytes, route, there }: CrossCall): string {
  const fields = crossType.map(({ name }) => order[name])
  const bytes = {
    cross: [permit, route],
    crossOrder: [signature, permit, route],
    crossPermit2: [signature, route],
  }[entry]
  return contract.encodeFunctionData(entry, [fields, ...bytes, [there.gas, there.route]])
}

test.each<[string, CrossCall]>([
  ['the caller’s own, with a permit', call],
  ['without', { ...call, permit: undefined }],
  ['signed', ordered],
  ['signed for Permit2', permitted],
  [
    'native currency',
    {
      ...call,
      permit: undefined,
      order: { ...order, fromAsset: nativeToken, swapFee: '0' },
      route: routeTo(address(12)),
    },
  ],
  ['the bridged asset itself', { ...call, order: { ...order, fromAsset: order.bridgeAsset }, route: noBytes }],
  [
    'native currency there',
    { ...call, order: { ...order, toAsset: nativeToken }, there: { ...call.there, route: routeTo(address(13)) } },
  ],
  [
    'what the bridge pays',
    { ...call, order: { ...order, toAsset: order.toBridgeAsset }, there: { gas: gas(0n), route: noBytes } },
  ],
  [
    'straight to the recipient',
    {
      ...call,
      order: { ...order, toAsset: order.toBridgeAsset, receiver: order.recipient },
      there: { gas: gas(0n), route: noBytes },
    },
  ],
])('a crossing decodes to what was encoded, and ethers writes the same bytes: %s', (_, unsealed) => {
  const one = sealed(unsealed)
  const data = encodeCrossCall(one)
  expect(decodeCrossCall(data)).toEqual(one)
  expect(data).toBe(encodeByEthers(one))
})

test('any changed byte decodes to another crossing or to none, never to the same', () => {
  const data = encodeCrossCall(ordered)
  fc.assert(
    fc.property(fc.nat(data.length / 2 - 2), fc.integer({ min: 1, max: 255 }), (at, mask) => {
      const bytes = Buffer.from(data.slice(2), 'hex')
      bytes[at] = (bytes[at] ?? 0) ^ mask
      const found = decodeCrossCall(hex(`0x${bytes.toString('hex')}`))
      if (found === undefined) return
      expect(found).not.toEqual(ordered)
      expect(encodeCrossCall(found)).toBe(`0x${bytes.toString('hex')}`)
    }),
    { numRuns: 500 },
  )
})

test('a crossing has one encoding', () => {
  const data = encodeCrossCall(call)
  expect(decodeCrossCall(hex(`${data}00`))).toBeUndefined()
  for (let length = 2; length < data.length; length += 62)
    expect(decodeCrossCall(hex(data.slice(0, length)))).toBeUndefined()
})

test.each<[string, Partial<CrossOrder>]>([
  ['nothing sold', { amountIn: '0' }],
  ['more than 128 bits', { amountIn: String(2n ** 128n) }],
  ['a fee of more than 128 bits', { swapFee: String(2n ** 128n) }],
  ['a rate of more than 128 bits', { bridgeRate: String(2n ** 128n) }],
  ['no minimum here', { bridgeAmountMin: '0' }],
  ['no minimum there', { amountOutMin: '0' }],
  ['no recipient', { recipient: nativeToken }],
  ['no refund', { refundTo: nativeToken }],
  ['native currency bridged', { bridgeAsset: nativeToken }],
  ['a deadline beyond 32 bits', { toDeadline: String(2n ** 32n) }],
  ['a deadline that no record can state', { deadline: String(2n ** 53n) }],
  ['a network that no record can state', { toNetwork: String(2n ** 53n) }],
  ['a bridge’s fee that takes all', { bridgeFee: '989' }],
  ['another asset straight to the recipient', { receiver: address(2) }],
  ['native currency with a fee', { fromAsset: nativeToken }],
  ['a minimum above what the bridge pays', { toAsset: address(10), amountOutMin: '980' }],
])('refuses to encode %s', (_, changed) => {
  const changedOrder = { ...order, ...changed }
  const there = changed.toAsset === undefined ? call.there : { gas: gas(0n), route: noBytes }
  expect(() => encodeCrossCall(sealed({ ...call, order: changedOrder, there }))).toThrow(RangeError)
})

test('the deadline «never», which the contract takes, is read as no crossing of ours', () => {
  const never = sealed({ ...call, order: { ...order, deadline: String(2n ** 256n - 1n) } })
  expect(decodeCrossCall(hex(encodeByEthers(never)))).toBeUndefined()
})

test('refuses routes and permits that the contract cannot use', () => {
  const marked = hex(`0xff${routeTo().slice(2)}`)
  for (const changed of [
    { permit: hex('0x01') },
    { route: noBytes },
    { route: hex('0x01') },
    { there: { ...call.there, route: marked } },
    { there: { ...call.there, route: noBytes } },
  ])
    expect(() => encodeCrossCall(sealed({ ...call, ...changed }))).toThrow(RangeError)
  expect(() => encodeCrossCall({ ...call, there: { ...call.there, gas: gas(300_001n) } })).toThrow(RangeError)
  expect(() => encodeCrossCall({ ...ordered, order: { ...order, fromAsset: nativeToken } })).toThrow(RangeError)
})
