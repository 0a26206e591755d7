import { AbiCoder, Interface, keccak256 } from 'ethers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeliveryMessage } from '#domain/crossing/delivery'
import { amount, evm, gas, type Hex, hex, nativeToken, seconds } from '#domain/units'
import { crossingAbi } from '#encoding/contracts/crossing.gen'
import {
  computeClaimId,
  decodeClaimCall,
  decodeMessage,
  encodeMessage,
  encodeRelease,
  encodeRetry,
  readParked,
  toClaim,
} from './message.ts'

const contract = new Interface(crossingAbi)
const coder = AbiCoder.defaultAbiCoder()
const address = (n: number) => evm(`0x${n.toString(16).repeat(40)}`)
const message: DeliveryMessage = {
  delivery: {
    router: address(1),
    toAsset: address(2),
    recipient: address(3),
    amountOutMin: amount(2n ** 200n),
    deadline: seconds(1_800_000_000),
  },
  gas: gas(250_000n),
  route: hex('0x010203'),
}
const claim = toClaim(address(4), 77n, message)
const deliveryType = 'tuple(address router,address toAsset,address recipient,uint256 amountOutMin,uint256 deadline)'
const values = Object.values(message.delivery)
const tuple = [claim.token, claim.amount, values, keccak256('0x010203')]

test('a message is what the contract writes', () => {
  const data = encodeMessage(message)
  expect(data).toBe(coder.encode([deliveryType, 'uint256', 'bytes'], [values, 250_000n, '0x010203']))
  expect(decodeMessage(data)).toEqual(message)
})

test('any changed byte of a message decodes to another one or to none', () => {
  const data = encodeMessage(message)
  fc.assert(
    fc.property(fc.nat(data.length / 2 - 2), fc.integer({ min: 1, max: 255 }), (at, mask) => {
      const bytes = Buffer.from(data.slice(2), 'hex')
      bytes[at] = (bytes[at] ?? 0) ^ mask
      expect(decodeMessage(hex(`0x${bytes.toString('hex')}`))).not.toEqual(message)
    }),
  )
  for (let length = 2; length < data.length; length += 62)
    expect(decodeMessage(hex(data.slice(0, length)))).toBeUndefined()
  expect(decodeMessage(hex(`${data}00`))).toBeUndefined()
  expect(decodeMessage(hex('0x'))).toBeUndefined()
})

test('a message for nobody is none', () => {
  const nobody = { ...message, delivery: { ...message.delivery, recipient: nativeToken } }
  expect(decodeMessage(encodeMessage(nobody))).toBeUndefined()
})

test('claims are counted and closed as an ABI library says', () => {
  const claimType = `tuple(address token,uint256 amount,${deliveryType} delivery,bytes32 routeHash)`
  expect(computeClaimId(claim)).toBe(keccak256(coder.encode([claimType], [tuple])))
  expect(encodeRelease(claim)).toBe(contract.encodeFunctionData('release', [tuple]))
  expect(encodeRetry(claim, hex('0x99'))).toBe(contract.encodeFunctionData('retry', [tuple, '0x99']))
  expect(decodeClaimCall(encodeRelease(claim))).toEqual({ entry: 'release', claim })
  expect(decodeClaimCall(encodeRetry(claim, hex('0x99')))).toEqual({ entry: 'retry', claim, route: '0x99' })
  for (const data of [encodeRelease(claim), encodeRetry(claim, hex('0x99'))])
    for (const other of [`${data}00`, data.slice(0, -2), data.slice(0, 10), '0x12345678'])
      expect(decodeClaimCall(hex(other))).toBeUndefined()
})

test('a log of a claim is read, and only one whose id is that of its claim', () => {
  const { data, topics } = contract.encodeEventLog('Parked', [computeClaimId(claim), address(3), tuple, '0xdeadbeef'])
  expect(readParked({ topics, data })).toEqual({ id: computeClaimId(claim), claim, reason: '0xdeadbeef' as Hex })
  expect(readParked({ topics: [topics[0] as string, `0x${'1'.repeat(64)}`], data })).toBeUndefined()
  expect(readParked({ topics: [`0x${'1'.repeat(64)}`, ...topics.slice(1)], data })).toBeUndefined()
  expect(readParked({ topics, data: data.slice(0, -64) })).toBeUndefined()
})
