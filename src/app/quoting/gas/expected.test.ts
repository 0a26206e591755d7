import { expect, test } from 'vitest'
import type { Protocol } from '#domain/pools/protocol'
import { type Leg, type Route, wholeShare } from '#domain/quotes/route'
import { amount, evm, gas } from '#domain/units'
import { type EndpointFlags, estimateGas, type GasTerms, withExpectedGas } from './expected.ts'

const address = (n: number) => evm(`0x${String(n).repeat(40)}`)
const [sold, bought] = [address(1), address(2)]
const leg = {
  pool: { address: address(4), tokens: [sold, bought], venue: { protocol: 'plain' } },
  move: { move: 'callback', pool: address(4) },
  tokenIn: sold,
  tokenOut: bought,
  share32: wholeShare,
  amountIn: amount(1n),
  amountOut: amount(1n),
} as unknown as Leg // what the estimate depends on

/** Gas of 100,000 is worth 50,000 units of the output token; the bound of any route is 960,000. */
const route = (legs: readonly Leg[], core: bigint): Route => ({
  tokenIn: sold,
  tokenOut: bought,
  amountIn: amount(1_000_000n),
  amountOut: amount(1_000_000n),
  gas: gas(core),
  gasInTokenOut: amount(core / 2n),
  legs,
  paths: [],
  bestSinglePool: undefined,
  optimality: {
    upperBound: amount(960_000n),
    gapPpm: 10_000,
    boundBy: 'prices',
    minInput: { lowerBound: amount(990_000n), gapPpm: 10_000 },
  },
})
const direct: EndpointFlags = {
  sellsNative: false,
  buysNative: false,
  paysAffiliate: false,
  throughRouter: false,
  countsGas: true,
}
const usual = { allowance: 'lowered', sellsWholeBalance: false, isNewRecipient: false } as const

interface Case {
  readonly ends?: Partial<EndpointFlags>
  readonly accounts?: Partial<GasTerms['accounts']>
  readonly tokens?: GasTerms['tokens']
  readonly detail?: ReturnType<NonNullable<Protocol<unknown>['gasDetail']>>
}

function usedBy({ ends, accounts, tokens = [], detail }: Case, core = route([leg], 108_200n)): bigint {
  const plain = (detail === undefined ? {} : { gasDetail: () => detail }) as unknown as Protocol<unknown>
  const terms = { ends: { ...direct, ...ends }, accounts: { ...usual, ...accounts }, tokens }
  return estimateGas({ protocols: new Map([['plain', plain]]) }, { pools: [] }, { route: core, terms }).used
}

// 26,300 + a leg's 73,200 - 31,200 + 382 of calldata + 31,500 of tokens
test.each<[string, Case, bigint]>([
  ['straight to the recipient', {}, 100_182n],
  // 5,800 and 21,900; 19,900 are refunded
  ['through the router', { ends: { throughRouter: true } }, 107_982n],
  ['with an affiliate', { ends: { paysAffiliate: true } }, 109_482n],
  ['to a recipient without a balance', { accounts: { isNewRecipient: true } }, 117_282n],
  ['of an exact allowance, which is refunded', { accounts: { allowance: 'spent' } }, 95_382n],
  ['over a pool with its own costs', { detail: { beyond: -1_000, cleared: 0 } }, 99_182n],
  // 59,700 are filled and refunded, of which a fifth of 159,882 is paid back
  ['that clears slots of an adapter', { detail: { beyond: 0, cleared: 3 } }, 127_906n],
  ['of a dear token', { tokens: [{ address: sold, transferGas: { first: 5_000, each: 300 } }] }, 105_482n],
  // 19,000; 19,900 to fill the router's balance instead of 2,800, refunded
  ['for native currency', { ends: { buysNative: true } }, 116_382n],
])('gas of a swap %s', (_, one, expected) => {
  expect(usedBy(one)).toBe(expected)
})

test('a wrap has no legs and no payment', () => {
  expect(usedBy({ ends: { sellsNative: true, throughRouter: true } }, route([], 50_000n))).toBe(54_600n)
})

test('the bound falls and rises with the route, and the minimum input stays', () => {
  const dearer = withExpectedGas(route([leg], 100_000n), { needed: 0, used: gas(107_000n) }, true)
  expect(dearer).toMatchObject({ gas: 107_000n, gasInTokenOut: 53_500n })
  expect(dearer.optimality?.upperBound).toBe(956_501n) // 960,000 − 7,000 · 49,999 / 100,000
  expect(dearer.optimality?.minInput?.lowerBound).toBe(990_000n)
  const cheaper = withExpectedGas(route([leg], 100_000n), { needed: 0, used: gas(90_000n) }, true)
  expect(cheaper.optimality).toMatchObject({ upperBound: 965_000n, gapPpm: 10_362.695 })
})
