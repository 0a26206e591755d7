import { expect, test } from 'vitest'
import type { Leg, Route } from '#domain/quotes/route'
import { amount, evm, gas } from '#domain/units'
import { addEndGas, type EndpointFlags } from './gas.ts'

const address = (n: number) => evm(`0x${String(n).repeat(40)}`)
const base = { tokenIn: address(1), tokenOut: address(2), amountIn: amount(1_000_000n), amountOut: amount(1_000_000n) }

/** Gas of 100,000 is worth 50,000 units of the output token; the bound of any route is 960,000. */
const route = (legs: number, used = 100_000n): Route => ({
  ...base,
  gas: gas(used),
  gasInTokenOut: amount(used / 2n),
  legs: Array.from({ length: legs }, () => ({}) as Leg), // only the number of legs counts
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
const throughRouter: EndpointFlags = { ...direct, throughRouter: true }

test.each<[string, EndpointFlags, Route, bigint]>([
  ['straight to the recipient', direct, route(1), 100_000n],
  ['through the router', throughRouter, route(1), 107_000n],
  ['with an affiliate', { ...throughRouter, paysAffiliate: true }, route(1), 117_000n],
  [
    'for native currency, which the router pays in any case',
    { ...throughRouter, buysNative: true },
    route(1),
    116_000n,
  ],
  ['without legs nothing goes through it', { ...throughRouter, sellsNative: true }, route(0), 106_500n],
  // 100,000 + 6,500 + 7,000, plus what 2 · 19,900 exceeds a fifth of 113,500 + 39,800
  ['of native currency, a part of the refund is lost', { ...throughRouter, sellsNative: true }, route(1), 122_640n],
  ['of native currency, all is refunded', { ...throughRouter, sellsNative: true }, route(9, 1_000_000n), 1_013_500n],
])('gas of a swap %s', (_, ends, core, expected) => {
  const { gas: used, gasInTokenOut } = addEndGas(core, ends)
  expect(used).toBe(expected)
  expect(gasInTokenOut).toBe(expected / 2n)
})

test('the bound falls by the cost that every route has; a cost of this route alone removes the minimum input', () => {
  const paid = addEndGas(route(1), throughRouter).optimality
  expect(paid?.upperBound).toBe(956_501n) // 960,000 − 7,000 · 49,999 / 100,000
  expect(paid?.minInput?.lowerBound).toBe(990_000n)
  const lossy = addEndGas(route(1), { ...throughRouter, sellsNative: true }).optimality
  expect(lossy?.upperBound).toBe(953_251n) // 960,000 − 13,500 · 49,999 / 100,000
  expect(lossy?.minInput).toBeUndefined()
})
