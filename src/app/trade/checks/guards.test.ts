import { expect, test } from 'vitest'
import { checkGuards } from '#app/trade/checks/guards'
import type { Quote } from '#domain/quotes/quote'
import type { Guards } from '#domain/trade/trader'
import { amount, nativeToken, ppm, wei } from '#domain/units'
import { network } from '#networks/entries/sandbox'

const token = { network: network.name, address: network.hubs[1], symbol: 'USDC', decimals: 6, listed: true }
/** A quote that is exactly at every limit of `limits`. */
const quote = {
  request: { sell: nativeToken, sellAmount: amount(10n ** 18n), slippage: ppm(5_000), gasPrice: undefined },
  sell: { ...token, symbol: 'ETH', decimals: 18 },
  buy: token,
  minimumOut: amount(2_000_000_000n),
  priceImpact: ppm(30_000),
  route: { gas: 100_000n, amountOut: amount(2_010_000_000n), legs: [] },
  gasLimit: 150_000n,
  gasPrice: wei(1_000_000_000n),
  usd: { native: 2_000, sell: 2_000, buy: 1 },
} as unknown as Quote
const limits: Guards = {
  minimumOut: amount(2_000_000_000n),
  maximumIn: amount(10n ** 18n),
  maxSlippage: ppm(5_000),
  maxImpact: ppm(30_000),
  maxGas: undefined,
}
const fees = { max: undefined, tip: undefined, legacy: false }
const check = (more: Partial<Guards>) => () => checkGuards(network, quote, { guards: { ...limits, ...more }, fees })

test('a quote exactly at every limit passes', () => {
  expect(check({})).not.toThrow()
})

test.each([
  ['slippage', { maxSlippage: ppm(4_999) }, 'SLIPPAGE_TOO_HIGH'],
  ['impact', { maxImpact: ppm(29_999) }, 'PRICE_IMPACT_TOO_HIGH'],
  ['minimum', { minimumOut: amount(2_000_000_001n) }, 'BELOW_MIN_OUT'],
  ['amount to sell', { maximumIn: amount(10n ** 18n - 1n) }, 'ABOVE_MAX_IN'],
] as const)('one unit beyond the %s is refused, exit 10', (_, more, code) => {
  expect(check(more)).toThrow(expect.objectContaining({ code, exit: 10 }))
})
