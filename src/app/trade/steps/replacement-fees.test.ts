import { expect, test } from 'vitest'
import { createReplacementBudget, raiseFee, raiseFees } from '#app/trade/steps/replacement-fees'
import type { GasBudget, JournalTx } from '#domain/journal/swap'
import type { GasFees } from '#domain/payload'
import { gas, type Wei, wei } from '#domain/units'
import { findNetwork } from '#networks/find'

const { entry: network } = findNetwork('ethereum')
if (network === undefined) throw new Error('ethereum has no entry')
const gwei = 10n ** 9n
const type2 = (max: bigint, tip: bigint): GasFees => ({
  ...{ type: 2, maxFeePerGas: wei(max), maxPriorityFeePerGas: wei(tip) },
})
const legacy = (price: bigint): GasFees => ({ type: 0, gasPrice: wei(price) })
const budget: GasBudget = { maxPrice: wei(100n * gwei), maxCost: wei(10n ** 16n), of: 'swap' }
const raise = (before: GasFees, market: GasFees, more: { budget?: GasBudget; bump?: number; l1Fee?: Wei } = {}) =>
  raiseFees({ network, before, market, gasLimit: gas(100_000n), l1Fee: wei(0n), budget, bump: 125_000, ...more })
const calm = type2(2n, 1n)

test('a fee rises by the bump, rounded up, and never by less than 12.5 %', () => {
  expect(raiseFee(8n, 125_000)).toBe(9n)
  expect(raiseFee(9n, 125_000)).toBe(11n) // 10.125
  expect(raiseFee(1n, 125_000)).toBe(2n)
  expect(raiseFee(0n, 125_000)).toBe(1n)
  expect(raiseFee(1_000n, 0)).toBe(1_125n)
  expect(raiseFee(1_000n, 500_000)).toBe(1_500n)
})

test('both fees of type 2, the one price of type 0', () => {
  expect(raise(type2(8_000n, 80n), calm)).toEqual(type2(9_000n, 90n))
  expect(raise(type2(8_000n, 80n), calm, { bump: 250_000 })).toEqual(type2(10_000n, 100n))
  expect(raise(legacy(8_000n), calm)).toEqual(legacy(9_000n))
  expect(raise(legacy(8_000n), legacy(20_000n))).toEqual(legacy(20_000n))
})

test('the market now, if it is above the raised fees', () => {
  // a base fee of 10 gwei and a tip of 2: the next block asks 12, the suggestion lets the base fee double
  const market = type2(22n * gwei, 2n * gwei)
  expect(raise(type2(8n * gwei, gwei), market)).toEqual(type2(22n * gwei, 2n * gwei))
  expect(raise(type2(80n * gwei, 4n * gwei), market)).toEqual(type2(90n * gwei, (9n * gwei) / 2n))
})

test('a ceiling between the next block and the suggestion is offered as it is; one below is refused', () => {
  const market = type2(22n * gwei, 2n * gwei)
  const limited = (maxPrice: bigint, maxCost = 10n ** 16n) => ({
    budget: { maxPrice: wei(maxPrice), maxCost: wei(maxCost), of: 'swap' as const },
  })
  const before = type2(8n * gwei, gwei)
  expect(raise(before, market, limited(15n * gwei))).toEqual(type2(15n * gwei, 2n * gwei))
  expect(raise(before, market, limited(12n * gwei))).toEqual(type2(12n * gwei, 2n * gwei))
  expect(() => raise(before, market, limited(12n * gwei - 1n))).toThrow('above the limit')
  // 100,000 units of gas
  expect(raise(before, market, limited(100n * gwei, 1_300_000n * gwei))).toEqual(type2(13n * gwei, 2n * gwei))
  expect(raise(before, market, limited(100n * gwei, 1_200_000n * gwei))).toEqual(type2(12n * gwei, 2n * gwei))
  expect(() => raise(before, market, limited(100n * gwei, 1_200_000n * gwei - 1n))).toThrow('above the limit')
})

test('a node that reports a tip of millions is refused by the ceiling', () => {
  expect(() => raise(type2(8n * gwei, gwei), type2(10n ** 15n, 10n ** 15n - gwei))).toThrow('above the limit')
})

test('the limits are those of the signature, unless the user names others', () => {
  const version = { kind: 'original', budget, payload: { gasLimit: gas(100_000n) } }
  const signed = { versions: [version] } as unknown as JournalTx
  expect(createReplacementBudget(network, signed, { bump: 0 as never })).toEqual(budget)
  const named = { bump: 0 as never, maxFee: wei(5n), maxGas: wei(7n) }
  expect(createReplacementBudget(network, signed, named)).toEqual({ maxPrice: 5n, maxCost: 7n, of: 'swap' })
  const { budget: _, ...unrecorded } = version
  const old = { versions: [unrecorded] } as unknown as JournalTx
  expect(createReplacementBudget(network, old, { bump: 0 as never })).toEqual({
    ...{ maxPrice: network.maxGasPrice, maxCost: network.maxGasPrice * 100_000n, of: 'swap' },
  })
})
