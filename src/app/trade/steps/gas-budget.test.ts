import { expect, test } from 'vitest'
import { addGasMargin } from '#app/trade/steps/complete-payload'
import {
  createCallBudget,
  createSwapBudget,
  requireFeesWithin,
  requireQuotedGasWithin,
  toGasCost,
} from '#app/trade/steps/gas-budget'
import type { GasFees } from '#domain/payload'
import type { Quote } from '#domain/quotes/quote'
import { amount, evm, gas, nativeToken, wei } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

const network = getNetworkEntry('ethereum')
const usdc = evm('0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48')
const [ether, gwei] = [10n ** 18n, 10n ** 9n]

interface Sale {
  readonly sells?: string
  readonly raw: bigint
  readonly usd?: Quote['usd']
  readonly gasLimit?: bigint
  readonly gasPrice?: bigint
  readonly named?: bigint
  readonly legs?: number
}

const dollars = { native: 2_500, sell: 1, buy: 1 }

const quoteOf = ({
  sells = nativeToken,
  raw,
  usd = dollars,
  gasLimit = 300_000n,
  gasPrice = gwei,
  named,
  legs = 0,
}: Sale) =>
  ({
    request: { sell: sells, sellAmount: amount(raw), gasPrice: named === undefined ? undefined : wei(named) },
    sell: { decimals: sells === nativeToken ? 18 : 6 },
    usd,
    gasLimit: gas(gasLimit),
    gasPrice: wei(gasPrice),
    route: { gas: gas(150_000n), legs: Array.from({ length: legs }) },
  }) as unknown as Quote

const asked = ({ maxGas, max }: { maxGas?: bigint; max?: bigint } = {}) => ({
  guards: { maxGas: maxGas === undefined ? undefined : wei(maxGas) } as never,
  fees: { max: max === undefined ? undefined : wei(max), tip: undefined, legacy: false },
})

test.each<[string, Sale, bigint]>([
  ['a quarter of what is sold', { raw: 4n * 10n ** 17n }, 10n ** 17n],
  ['the floor, where a quarter is less', { raw: 10n ** 16n }, 10n ** 16n],
  ['the gas limit at the ceiling, where a quarter is more', { raw: 10n * ether }, 15n * 10n ** 16n],
  ['a quarter of what tokens are worth', { sells: usdc, raw: 250_000_000n }, 25n * 10n ** 15n],
  [
    'the gas limit at the ceiling, where nobody knows what tokens are worth',
    { sells: usdc, raw: 1n, usd: { native: undefined, sell: undefined, buy: undefined } },
    15n * 10n ** 16n,
  ],
  ['the headroom of its legs too', { raw: 10n * ether, legs: 2 }, 21n * 10n ** 16n],
  [
    'no more gas than a transaction may have',
    { raw: 1_000n * ether, gasLimit: 1_000_000_000n },
    16_777_216n * 500n * gwei,
  ],
])('without --max-gas gas may cost %s', (_, sale, wanted) => {
  expect(createSwapBudget(network, quoteOf(sale), asked())).toEqual({
    maxPrice: 500n * gwei,
    maxCost: wanted,
    of: 'swap',
  })
})

test('a price the user names replaces only the ceiling, --max-gas only the default', () => {
  const sale = quoteOf({ raw: 10n * ether })
  expect(createSwapBudget(network, sale, asked({ maxGas: ether }))).toMatchObject({
    maxPrice: 500n * gwei,
    maxCost: ether,
  })
  expect(createSwapBudget(network, sale, asked({ max: 900n * gwei }))).toMatchObject({
    maxPrice: 900n * gwei,
    maxCost: 27n * 10n ** 16n,
  })
  expect(createSwapBudget(network, sale, asked({ max: 2n * gwei }))).toMatchObject({
    maxPrice: 2n * gwei,
    maxCost: 600_000n * gwei,
  })
  expect(createSwapBudget(network, quoteOf({ raw: 10n * ether, named: 3n * gwei }), asked())).toMatchObject({
    maxPrice: 3n * gwei,
  })
})

test('an L1 fee may rise by a quarter twice, and is a part of what is shown', () => {
  const sale = { ...quoteOf({ raw: 10n * ether }), l1Fee: wei(16n * 10n ** 15n) }
  const budget = createSwapBudget(network, sale, asked({ max: 2n * gwei }))
  // 300,000 units at 2 gwei, and 0.016 ETH · 5/4 · 5/4
  expect(budget).toMatchObject({ maxCost: 25_600_000n * gwei })
  expect(toGasCost(sale, budget)).toMatchObject({
    maxGasCost: 25_600_000n * gwei,
    expectedGasCost: 16_150_000n * gwei,
  })
  const named = createSwapBudget(network, sale, asked({ maxGas: ether / 50n }))
  expect(toGasCost(sale, named)).toMatchObject({ maxGasCost: ether / 50n })
})

const type2 = (max: bigint): GasFees => ({ type: 2, maxFeePerGas: wei(max), maxPriorityFeePerGas: wei(1n) })
const type0 = (price: bigint): GasFees => ({ type: 0, gasPrice: wei(price) })
const above = (code = 'GAS_ABOVE_LIMIT') => expect.objectContaining({ code, exit: 10 })
const thrown = (work: () => void): unknown => {
  try {
    work()
    return 'nothing'
  } catch (error) {
    return error
  }
}

test.each([
  ['type 2', type2],
  ['type 0', type0],
])('the ceiling holds for approvals and deployments to the wei: %s', (_, fees) => {
  const budget = createCallBudget(network)
  const look = (max: bigint, limit = 50_000n) =>
    thrown(() => requireFeesWithin(network, { gasLimit: gas(limit), fees: fees(max) }, budget))
  expect(look(500n * gwei)).toBe('nothing')
  expect(look(500n * gwei + 1n)).toEqual(above())
  expect(look(gwei, 16_777_216n)).toBe('nothing')
  expect(look(gwei, 16_777_217n)).toEqual(above())
})

test('a deployment may have what the chain allows, where that is more than elsewhere; its margin ends there', () => {
  const look = (name: string, estimate: bigint) => {
    const on = getNetworkEntry(name)
    const payload = { gasLimit: addGasMargin(estimate, on), fees: type2(gwei / 100n) }
    return thrown(() => requireFeesWithin(on, payload, createCallBudget(on)))
  }
  expect(look('tempo', 27_000_000n)).toBe('nothing')
  expect(look('tempo', 30_000_001n)).toEqual(above())
  // more than its usual blocks hold
  expect(look('hyperevm', 4_000_000n)).toBe('nothing')
  expect(look('hyperevm', 16_000_000n)).toEqual(above())
})

test('the amount shown for an approval is also its limit', () => {
  const budget = createCallBudget(network, 90_000n)
  const look = (limit: bigint) =>
    thrown(() => requireFeesWithin(network, { gasLimit: gas(limit), fees: type2(500n * gwei) }, budget))
  expect(budget.maxCost).toBe(45n * 10n ** 15n)
  expect(look(90_000n)).toBe('nothing')
  expect(look(90_001n)).toEqual(above())
})

test('a quote whose gas is above the budget is refused before anything costs gas', () => {
  const look = (sale: Sale, wishes = asked()) => {
    const quote = quoteOf(sale)
    return thrown(() => requireQuotedGasWithin(network, quote, wishes, createSwapBudget(network, quote, wishes)))
  }
  expect(look({ raw: 1_000n * ether, gasPrice: 500n * gwei })).toBe('nothing')
  expect(look({ raw: 1_000n * ether, gasPrice: 501n * gwei })).toEqual(above())
  // 150,000 gas at 66 gwei is below the floor of 0.01 ETH, at 67 gwei above it
  expect(look({ raw: 10n ** 16n, gasPrice: 66n * gwei })).toBe('nothing')
  expect(look({ raw: 10n ** 16n, gasPrice: 67n * gwei })).toEqual(above())
  // a user who names a price below the chain's accepts to wait
  expect(look({ raw: 10n ** 16n, gasPrice: 600n * gwei }, asked({ max: 20n * gwei }))).toBe('nothing')
})
