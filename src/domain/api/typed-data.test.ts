import { TypedDataEncoder } from 'ethers'
import { expect, test } from 'vitest'
import { amount, evm, nativeToken, seconds } from '#domain/units'
import { type SwapOrder, toSwapTypedData } from './typed-data.ts'

const address = (n: number) => evm(`0x${n.toString(16).padStart(40, '0')}`)
const order: SwapOrder = {
  chainId: 8453,
  router: address(1),
  sender: address(2),
  recipient: address(3),
  fromAsset: address(4),
  toAsset: address(5),
  deadline: seconds(1_800_000_600),
  amountOutMin: amount(990n),
  sellAmount: amount(1_000n),
  swapFee: amount(7n),
  affiliate: { address: address(6), fee: amount(10n) },
  nonce: 3n,
}

test('the message amount is the input minus the fees', () => {
  const { message } = toSwapTypedData(order)
  expect(message).toMatchObject({ amountIn: '983', swapFee: '7', affiliateFee: '10', affiliate: address(6) })
  expect(toSwapTypedData({ ...order, affiliate: undefined }).message).toMatchObject({
    amountIn: '993',
    affiliateFee: '0',
    affiliate: nativeToken,
  })
})

test('fees above the input amount are refused', () => {
  expect(() => toSwapTypedData({ ...order, swapFee: amount(991n) })).toThrow()
})

test('common signers hash the struct that the router verifies', () => {
  const { domain, types, message } = toSwapTypedData(order)
  const encoder = TypedDataEncoder.from({ Swap: [...types.Swap] })
  expect(encoder.encodeType('Swap')).toBe(
    'Swap(address router,address sender,address recipient,address fromAsset,address toAsset,uint256 deadline,uint256 amountOutMin,uint256 swapFee,uint256 amountIn,address affiliate,uint256 affiliateFee,uint256 nonce)',
  )
  expect(typeof domain.chainId).toBe('number')
  expect(Object.values(message).every((value) => typeof value === 'string')).toBe(true)
  expect(TypedDataEncoder.hash(domain, { Swap: [...types.Swap] }, message)).toMatch(/^0x[0-9a-f]{64}$/)
})
