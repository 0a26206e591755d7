import { TypedDataEncoder } from 'ethers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SwapOrder, swapType, toSwapTypedData } from '#domain/api/typed-data'
import { amount, evm, seconds } from '#domain/units'
import { computeDomainSeparator } from '#encoding/typed-data'
import { computeOrderDigest } from './digest.ts'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => evm(`0x${Buffer.from(bytes).toString('hex')}`))
const fee = fc.bigInt(0n, 2n ** 120n).map(amount)

const anyOrder: fc.Arbitrary<SwapOrder> = fc.record({
  chainId: fc.nat(),
  router: address,
  sender: address,
  recipient: address,
  fromAsset: address,
  toAsset: address,
  deadline: fc.nat(2 ** 40).map(seconds),
  amountOutMin: fc.bigInt(0n, 2n ** 256n - 1n).map(amount),
  sellAmount: fc.bigInt(2n ** 121n, 2n ** 128n).map(amount),
  swapFee: fee,
  affiliate: fc.option(fc.record({ address, fee }), { nil: undefined }),
  nonce: fc.bigInt(0n, 2n ** 256n - 1n),
})

test('a digest equals the one of another EIP-712 library', () => {
  fc.assert(
    fc.property(anyOrder, (order) => {
      const data = toSwapTypedData(order)
      expect(computeOrderDigest(data)).toBe(TypedDataEncoder.hash(data.domain, { Swap: [...swapType] }, data.message))
      expect(computeDomainSeparator(data.domain)).toBe(TypedDataEncoder.hashDomain(data.domain))
    }),
  )
})

/** Written out: the contract's own type, `contracts/src/orders/Order.sol`. */
const type =
  'Swap(address router,address sender,address recipient,address fromAsset,address toAsset,uint256 deadline,uint256 amountOutMin,uint256 swapFee,uint256 amountIn,address affiliate,uint256 affiliateFee,uint256 nonce)'

test('the type is the contract’s', () => {
  expect(`Swap(${swapType.map(({ type, name }) => `${type} ${name}`).join(',')})`).toBe(type)
})

test('refuses a field that is not of its type', () => {
  const data = toSwapTypedData(fc.sample(anyOrder, { numRuns: 1, seed: 3 })[0] as SwapOrder)
  for (const [name, value] of [
    ['nonce', '-1'],
    ['amountIn', String(2n ** 256n)],
    ['recipient', '0x12'],
  ])
    expect(() => computeOrderDigest({ ...data, message: { ...data.message, [name as string]: value } })).toThrow()
})
