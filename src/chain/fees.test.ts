import { expect, test } from 'vitest'
import { blockNumber, hex, seconds, wei } from '#domain/units'
import { feesFrom } from './fees.ts'

const gwei = 10n ** 9n
const head = (baseFee?: bigint) => ({
  number: blockNumber(1),
  hash: hex('0x'),
  time: seconds(1),
  baseFee: baseFee === undefined ? undefined : wei(baseFee),
})
const hexed = (n: bigint) => `0x${n.toString(16)}`
const history = (next: bigint, tips: readonly bigint[], ratios = tips.map(() => 0.5)) => ({
  result: { baseFeePerGas: [hexed(1n), hexed(next)], reward: tips.map((tip) => [hexed(tip)]), gasUsedRatio: ratios },
})
const price = { result: hexed(30n * gwei) }
const refused = { error: { code: -32601, message: 'no such method', data: undefined } }

test('the tip is the median of full blocks, the offer twice the coming base fee and the tip', () => {
  const seen = history(20n * gwei, [3n * gwei, gwei, 2n * gwei, 0n], [0.5, 0.5, 0.5, 0])
  expect(feesFrom(1, head(19n * gwei), [seen, price])).toEqual({
    fees: { type: 2, maxFeePerGas: 42n * gwei, maxPriorityFeePerGas: 2n * gwei },
    expected: 22n * gwei,
  })
})

test('there is a least tip, but not on Arbitrum', () => {
  const seen = history(gwei, [0n, 0n, 0n])
  expect(feesFrom(1, head(gwei), [seen, price]).expected).toBe(gwei + 1_000_000n)
  expect(feesFrom(42161, head(gwei), [seen, price])).toEqual({
    fees: { type: 2, maxFeePerGas: 2n * gwei, maxPriorityFeePerGas: 0n },
    expected: gwei,
  })
})

test('without a history the tip is what the gas price has above the base fee', () => {
  expect(feesFrom(1, head(25n * gwei), [refused, price])).toEqual({
    fees: { type: 2, maxFeePerGas: 55n * gwei, maxPriorityFeePerGas: 5n * gwei },
    expected: 30n * gwei,
  })
  expect(feesFrom(1, head(25n * gwei), [refused, refused]).expected).toBe(25n * gwei + 1_000_000n)
})

test('a chain without base fees takes the gas price, and has to name one', () => {
  const fees = { type: 0, gasPrice: 30n * gwei }
  expect(feesFrom(1, head(), [refused, price])).toEqual({ fees, expected: 30n * gwei })
  expect(() => feesFrom(1, head(), [refused, refused])).toThrow('no number')
})
