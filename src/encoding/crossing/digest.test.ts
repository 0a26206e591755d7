import { TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CrossOrder, crossType, toCrossTypedData } from '#domain/crossing/cross-order'
import { evm } from '#domain/units'
import { computeCrossDigest, computePermit2Digest } from './digest.ts'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => evm(`0x${Buffer.from(bytes).toString('hex')}`))
const number = fc.bigInt(0n, 2n ** 255n - 1n).map(String)

const anyOrder: fc.Arbitrary<CrossOrder> = fc
  .tuple(...crossType.map(({ type }) => (type === 'address' ? address : number)))
  .map((values) => Object.fromEntries(crossType.map(({ name }, i) => [name, values[i]])) as CrossOrder)

/** Written out: the contract's own type. */
const type = [
  ['sender', 'address'],
  ['recipient', 'address'],
  ['refundTo', 'address'],
  ['fromAsset', 'address'],
  ['amountIn', 'uint256'],
  ['swapFee', 'uint256'],
  ['router', 'address'],
  ['bridge', 'address'],
  ['bridgeAsset', 'address'],
  ['bridgeAmountMin', 'uint256'],
  ['bridgeRate', 'uint256'],
  ['bridgeFee', 'uint256'],
  ['toNetwork', 'uint256'],
  ['receiver', 'address'],
  ['toRouter', 'address'],
  ['toBridgeAsset', 'address'],
  ['toAsset', 'address'],
  ['amountOutMin', 'uint256'],
  ['deadline', 'uint256'],
  ['toDeadline', 'uint256'],
  ['nonce', 'uint256'],
].map(([name = '', kind = '']) => ({ name, type: kind }))

test('a digest equals the one of another EIP-712 library', () => {
  fc.assert(
    fc.property(fc.nat(), address, anyOrder, (chainId, crossing, order) => {
      const domain = { name: 'Swapline Crossing', version: '1', chainId, verifyingContract: crossing }
      expect(computeCrossDigest(toCrossTypedData(chainId, crossing, order))).toBe(
        TypedDataEncoder.hash(domain, { Cross: type }, order),
      )
    }),
  )
})

test('a digest for Permit2 equals the one of another EIP-712 library', () => {
  fc.assert(
    fc.property(fc.nat(), address, anyOrder, (chainId, crossing, order) => {
      const domain = { name: 'Permit2', chainId, verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3' }
      const types = {
        PermitWitnessTransferFrom: [
          { name: 'permitted', type: 'TokenPermissions' },
          { name: 'spender', type: 'address' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
          { name: 'witness', type: 'Cross' },
        ],
        TokenPermissions: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint256' },
        ],
        Cross: type,
      }
      const message = {
        permitted: { token: order.fromAsset, amount: BigInt(order.amountIn) + BigInt(order.swapFee) },
        spender: crossing,
        nonce: order.nonce,
        deadline: order.deadline,
        witness: order,
      }
      expect(computePermit2Digest(toCrossTypedData(chainId, crossing, order))).toBe(
        TypedDataEncoder.hash(domain, types, message),
      )
    }),
  )
})

test('refuses a field that is not of its type', () => {
  const order = fc.sample(anyOrder, { numRuns: 1, seed: 3 })[0] as CrossOrder
  for (const [name, value] of [
    ['nonce', '-1'],
    ['amountIn', String(2n ** 256n)],
    ['recipient', '0x12'],
  ])
    expect(() => computeCrossDigest(toCrossTypedData(1, order.sender, { ...order, [name as string]: value }))).toThrow()
})
