import { expect, test } from 'vitest'
import { type CrossField, type CrossOrder, crossType, toCrossTypedData } from '#domain/crossing/cross-order'
import { isFailure } from '#domain/errors'
import { amount, evm, gas, hex, nativeToken, seconds } from '#domain/units'
import { type CrossCall, computeArrivalHash, encodeCrossCall } from './call.ts'
import { checkCrossOrder, checkCrossPayload, type ExpectedCrossing } from './check.ts'
import { computeCrossDigest, computePermit2Digest } from './digest.ts'

const address = (n: number) => evm(`0x${n.toString(16).repeat(40)}`)
const now = seconds(1_800_000_000)
const crossing = address(12)
/** Two legs of one push each, through other pools. */
const route = hex(`0x24${'77'.repeat(20)}00000000000bb8`)
const routeThere = hex(`0x24${'88'.repeat(20)}00000000000bb8`)

const order: CrossOrder = {
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
  receiver: address(12),
  toRouter: address(8),
  toBridgeAsset: address(9),
  toAsset: address(10),
  amountOutMin: '900',
  arrivalHash: computeArrivalHash({ gas: gas(300_000n), route: routeThere }),
  deadline: '1800000300',
  toDeadline: '1800003600',
  nonce: '0',
}
const expected: ExpectedCrossing = {
  chainId: 1,
  crossing,
  order,
  maxSwapFee: amount(20n),
  now,
  deadlineWithin: [30, 900],
  toDeadlineWithin: [1800, 7200],
  route,
  there: { gas: gas(300_000n), route: routeThere },
  permit: undefined,
  messageFee: 0n,
}
const call: CrossCall = {
  entry: 'cross',
  order,
  signature: undefined,
  permit: undefined,
  route,
  there: expected.there,
}

function findMismatch(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (!isFailure(error, 'PAYLOAD_MISMATCH')) throw error
    return error.details.field
  }
}

const ofCall = (changed: Partial<CrossCall>, held = expected, value = 0n) =>
  findMismatch(() => checkCrossPayload(held, { to: crossing, value, data: encodeCrossCall({ ...call, ...changed }) }))
const ofOrder = (changed: Partial<CrossOrder>, held = expected) =>
  findMismatch(() =>
    checkCrossOrder(
      held,
      toCrossTypedData(1, crossing, { ...order, swapFee: '10', amountIn: '990', ...changed }),
      'crossing',
    ),
  )

test('accepts the payload of what was agreed, and says what it does', () => {
  const payload = { to: crossing, value: 0n, data: encodeCrossCall(call) }
  expect(checkCrossPayload(expected, payload)).toEqual(call)
})

test('refuses another address, value, entry, permit or route', () => {
  const data = encodeCrossCall(call)
  expect(findMismatch(() => checkCrossPayload(expected, { to: address(7), value: 0n, data }))).toBe('to')
  expect(findMismatch(() => checkCrossPayload(expected, { to: crossing, value: 1n, data }))).toBe('value')
  expect(findMismatch(() => checkCrossPayload(expected, { to: crossing, value: 0n, data: hex('0x12345678') }))).toBe(
    'data',
  )
  expect(ofCall({ entry: 'crossOrder', signature: hex('0x00') })).toBe('entry')
  expect(ofCall({ permit: hex(`0x${'11'.repeat(76)}`) })).toBe('permit')
  expect(ofCall({ route: routeThere })).toBe('route')
  const others = [
    { ...call.there, route },
    { ...call.there, gas: gas(1n) },
  ]
  for (const there of others)
    expect(ofCall({ there, order: { ...order, arrivalHash: computeArrivalHash(there) } })).toBe('arrivalHash')
  expect(ofCall({ order: { ...order, nonce: '1' } })).toBe('nonce')
  expect(ofCall({ order: { ...order, swapFee: '1', amountIn: '999' } })).toBe('swapFee')
})

test('native currency is the payload’s value', () => {
  const native = { ...order, fromAsset: nativeToken, bridgeAsset: address(6) }
  const held = { ...expected, order: native, route: hex(address(6)) }
  expect(ofCall({ order: native, route: hex(address(6)) }, held, 1000n)).toBeUndefined()
  expect(ofCall({ order: native, route: hex(address(6)) }, held)).toBe('value')
})

test('what the bridge’s message costs is part of the value', () => {
  const held = { ...expected, messageFee: 7n }
  expect(ofCall({}, held, 7n)).toBeUndefined()
  for (const value of [0n, 6n, 8n]) expect(ofCall({}, held, value)).toBe('value')
  const native = { ...order, fromAsset: nativeToken, bridgeAsset: address(6) }
  const sold = { ...held, order: native, route: hex(address(6)) }
  expect(ofCall({ order: native, route: hex(address(6)) }, sold, 1007n)).toBeUndefined()
  expect(ofCall({ order: native, route: hex(address(6)) }, sold, 1000n)).toBe('value')
})

test('accepts higher minimums and other moments within their limits', () => {
  expect(ofCall({ order: { ...order, amountOutMin: '901', bridgeAmountMin: '991' } })).toBeUndefined()
  expect(ofCall({ order: { ...order, deadline: '1800000030', toDeadline: '1800007200' } })).toBeUndefined()
})

/** One change that must not pass for every field, and the field that is named. */
const changes: Readonly<Record<CrossField, string>> = {
  sender: address(7),
  recipient: address(7),
  refundTo: address(7),
  fromAsset: address(7),
  amountIn: '1001',
  swapFee: '21',
  router: address(7),
  bridge: address(7),
  bridgeAsset: address(7),
  bridgeAmountMin: '989',
  bridgeRate: '999400000000000000',
  bridgeFee: '11',
  toNetwork: '10',
  receiver: address(7),
  toRouter: address(7),
  toBridgeAsset: address(7),
  toAsset: address(7),
  amountOutMin: '899',
  arrivalHash: `0x${'11'.repeat(32)}`,
  deadline: '1800000029',
  toDeadline: '1800007201',
  nonce: '-1',
}

test.each(crossType.map(({ name }) => name))('refuses another %s', (name) => {
  expect(ofOrder({ [name]: changes[name] })).toBe(name)
  if (['nonce', 'swapFee', 'arrivalHash'].includes(name)) return
  expect(ofCall({ order: { ...order, [name]: changes[name] } })).toBe(name)
})

test('gives the digest of the kind that is signed', () => {
  const data = toCrossTypedData(1, crossing, { ...order, swapFee: '10', amountIn: '990' })
  expect(checkCrossOrder(expected, data, 'crossing')).toBe(computeCrossDigest(data))
  expect(checkCrossOrder(expected, data, 'permit2')).toBe(computePermit2Digest(data))
})

test.each([
  ['name', 'Swapline Router'],
  ['version', '2'],
  ['chainId', 8453],
  ['verifyingContract', address(9)],
])('refuses another domain: %s', (name, value) => {
  const data = toCrossTypedData(1, crossing, { ...order, swapFee: '10', amountIn: '990' })
  const domain = { ...data.domain, [name]: value } as typeof data.domain
  expect(findMismatch(() => checkCrossOrder(expected, { ...data, domain }, 'crossing'))).toBe(name)
})

test('refuses an order of native currency, which nobody could fill', () => {
  const held = { ...expected, order: { ...order, fromAsset: nativeToken } }
  expect(ofOrder({ fromAsset: nativeToken }, held)).toBe('fromAsset')
})
