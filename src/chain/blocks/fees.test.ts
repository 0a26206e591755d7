import { describe, expect, test } from 'vitest'
import { blockNumber, hex, seconds, wei } from '#domain/units'
import { agreeOnFees, estimateFees } from './fees.ts'

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

test('the tip is the median over full blocks, the max fee twice the next base fee plus the tip', () => {
  const seen = history(20n * gwei, [3n * gwei, gwei, 2n * gwei, 0n], [0.5, 0.5, 0.5, 0])
  expect(estimateFees({}, head(19n * gwei), [seen, price])).toEqual({
    fees: { type: 2, maxFeePerGas: 42n * gwei, maxPriorityFeePerGas: 2n * gwei },
    expected: 22n * gwei,
  })
})

test('blocks after the head do not count', () => {
  const { result } = history(40n * gwei, [gwei, 2n * gwei, 9n * gwei])
  const from = (oldest: number, bases = [10n, 20n, 30n, 40n]) => ({
    result: { ...result, oldestBlock: hexed(BigInt(oldest)), baseFeePerGas: bases.map((fee) => hexed(fee * gwei)) },
  })
  const at = (number: number) => ({ ...head(19n * gwei), number: blockNumber(number) })
  const expected = (oldest: number) => estimateFees({}, at(11), [from(oldest), price]).expected
  expect(expected(10)).toBe(32n * gwei) // 12 is later: the base fee after 11, and the median of 1 and 2
  expect(expected(9)).toBe(42n * gwei) // all of 9, 10 and 11
  expect(expected(5)).toBe(42n * gwei) // the history ends before the head
  expect(expected(12)).toBe(42n * gwei) // or is of another chain of blocks
})

test('the tips are those of the ten blocks up to the head, wherever the history ends', () => {
  const tips = [9n, 9n, 9n, 1n, 2n, 3n, 4n, 5n, 6n, 7n, 8n, 9n, 10n, 1n, 1n, 1n, 1n]
  const listed = (first: number) => {
    const reward = tips.slice(first, first + 14).map((tip) => [hexed(tip * gwei)])
    const baseFeePerGas = reward.map(() => hexed(20n * gwei))
    return { result: { oldestBlock: hexed(BigInt(first)), reward, baseFeePerGas, gasUsedRatio: reward.map(() => 1) } }
  }
  const at = { ...head(20n * gwei), number: blockNumber(12) }
  const [early, late] = [listed(0), listed(3)]
  expect(estimateFees({}, at, [early, price]).expected).toBe(26n * gwei) // of 1 to 10
  expect(estimateFees({}, at, [late, price]).expected).toBe(26n * gwei)
})

test('there is a minimum tip, except on Arbitrum', () => {
  const seen = history(gwei, [0n, 0n, 0n])
  expect(estimateFees({}, head(gwei), [seen, price]).expected).toBe(gwei + 1_000_000n)
  expect(estimateFees({ minTip: wei(0n) }, head(gwei), [seen, price])).toEqual({
    fees: { type: 2, maxFeePerGas: 2n * gwei, maxPriorityFeePerGas: 0n },
    expected: gwei,
  })
})

test('without a fee history the tip is the gas price above the base fee', () => {
  expect(estimateFees({}, head(25n * gwei), [refused, price])).toEqual({
    fees: { type: 2, maxFeePerGas: 55n * gwei, maxPriorityFeePerGas: 5n * gwei },
    expected: 30n * gwei,
  })
  expect(estimateFees({}, head(25n * gwei), [refused, refused]).expected).toBe(25n * gwei + 1_000_000n)
})

test('a chain without base fees uses the gas price, which is required there', () => {
  const fees = { type: 0, gasPrice: 30n * gwei }
  expect(estimateFees({}, head(), [refused, price])).toEqual({ fees, expected: 30n * gwei })
  expect(() => estimateFees({}, head(), [refused, refused])).toThrow('no number')
})

describe('of several endpoints', () => {
  const told = (room: bigint, tip: bigint) =>
    ({ type: 2, maxFeePerGas: wei((room + tip) * gwei), maxPriorityFeePerGas: wei(tip * gwei) }) as const
  const legacy = (gweis: bigint) => ({ type: 0, gasPrice: wei(gweis * gwei) }) as const

  test('one alone is taken as it is', () => {
    expect(agreeOnFees([told(40n, 3n)])).toEqual(told(40n, 3n))
    expect(agreeOnFees([legacy(7n)])).toEqual(legacy(7n))
  })

  test('the tip is the lower one of two, and the median of three', () => {
    expect(agreeOnFees([told(40n, 400n), told(40n, 1n)])).toEqual(told(40n, 1n))
    expect(agreeOnFees([told(40n, 400n), told(40n, 2n), told(40n, 1n)])).toEqual(told(40n, 2n))
  })

  test('there is room for the larger base fee of two, so that one that lags keeps nothing out of a block', () => {
    expect(agreeOnFees([told(10n, 1n), told(40n, 2n)])).toEqual(told(40n, 1n))
  })

  test('a price without a base fee is the lower one, and what one endpoint denies of two there is', () => {
    expect(agreeOnFees([legacy(400n), legacy(5n)])).toEqual(legacy(5n))
    expect(agreeOnFees([legacy(400n), told(40n, 1n)])).toEqual(told(40n, 1n))
    expect(agreeOnFees([legacy(5n), legacy(6n), told(400n, 1n)])).toEqual(legacy(5n))
  })
})
