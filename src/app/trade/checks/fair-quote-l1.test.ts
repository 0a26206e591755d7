/** On chains that take an L1 fee, the user's limit of a service's quote counts the one that our own view tells. */
import { expect, test } from 'vitest'
import { requireFairQuote } from '#app/trade/checks/fair-quote'
import type { Quote } from '#domain/quotes/quote'
import { amount, gas, nativeToken, ppm, wei } from '#domain/units'

const ether = 10n ** 18n
const base = {
  request: { network: 'base', sell: nativeToken, sellAmount: amount(ether), slippage: ppm(5_000), gasPrice: undefined },
  sell: { decimals: 18, symbol: 'ETH' },
  buy: { decimals: 6, symbol: 'USDC' },
  block: { number: 1, hash: `0x${'11'.repeat(32)}`, time: 1 },
  priceImpact: ppm(0),
  usd: { native: 2_500, sell: 2_500, buy: 1 },
  minimumOut: amount(2_480_000_000n),
  gasLimit: gas(300_000n),
  gasPrice: wei(10n ** 7n),
  route: { amountOut: amount(2_500_000_000n), gas: gas(150_000n), legs: [] },
} as unknown as Quote
const dear: Quote = { ...base, l1Fee: wei(ether / 10n) }
const guards = { maxSlippage: ppm(50_000), maxImpact: ppm(30_000), maxGas: wei(ether / 100n) }
const request = {
  guards: guards as never,
  fees: { max: undefined, tip: undefined, legacy: false },
}

test('an own quote whose L1 fee is above --max-gas is refused', async () => {
  await expect(requireFairQuote({}, dear, request)).rejects.toMatchObject({ code: 'GAS_ABOVE_LIMIT' })
})

test('a service’s quote is refused alike, by the L1 fee that our own endpoints tell', async () => {
  const context = { isServiceRemote: true, ownView: { quote: async () => dear, nativeUsd: async () => 2_500 } }
  await expect(requireFairQuote(context as never, base, request)).rejects.toMatchObject({ code: 'GAS_ABOVE_LIMIT' })
})

test('what a service tells of it counts only if there is no view of our own', async () => {
  const cheap: Quote = { ...base, l1Fee: wei(ether / 1_000n) }
  const seen = { isServiceRemote: true, ownView: { quote: async () => cheap, nativeUsd: async () => 2_500 } }
  expect(await requireFairQuote(seen as never, dear, request)).toMatchObject({ l1Fee: ether / 1_000n })
  const alone = { ...request, guards: { ...guards, minimumOut: amount(1n) } as never }
  await expect(requireFairQuote({ isServiceRemote: true }, dear, alone)).rejects.toMatchObject({
    code: 'GAS_ABOVE_LIMIT',
  })
})
