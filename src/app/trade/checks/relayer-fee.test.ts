import { expect, test } from 'vitest'
import type { Quote } from '#domain/quotes/quote'
import { amount, wei } from '#domain/units'
import { network } from '#networks/entries/sandbox'
import { requireFairFee } from './relayer-fee.ts'

const dollar = network.hubs[1] ?? network.wrapped
const usdc = { network: network.name, address: dollar, symbol: 'USDC', decimals: 6, listed: true }
/**
 * Our own view: 275,000 gas and 125,000 for the order, at 1 gwei, with the relayer's margin of a half: 0.0006 ETH, which is
 * 1.20 USDC at 2,000 dollars.
 */
const own = {
  request: { sell: dollar, sellAmount: amount(1_000_000_000n) },
  sell: usdc,
  route: { gas: 275_000n },
  gasPrice: wei(1_000_000_000n),
  usd: { native: 2_000, sell: 1, buy: 2_000 },
} as unknown as Quote
const check = (swapFee: bigint, seen: Partial<Quote> = {}) =>
  requireFairFee(network, { sell: usdc, gasless: { swapFee: amount(swapFee) } } as never, { ...own, ...seen })

test('a fee of five times our own passes, and nothing above it', () => {
  expect(() => check(6_000_000n)).not.toThrow()
  expect(() => check(6_001_000n)).toThrow(
    expect.objectContaining({
      code: 'GAS_ABOVE_LIMIT',
      exit: 10,
      message: 'Gas may cost 6.001 USDC, above the limit of 6 USDC.',
      fix: ['pay the gas yourself: leave --gasless out', 'ask this service again later, or another one'],
    }),
  )
})

test('the L1 fee counts three times, as for our own relayer', () => {
  const l1Fee = wei(100_000_000_000_000n) // 0.0001 ETH: 0.20 USDC, so 3 USDC more
  expect(() => check(9_000_000n, { l1Fee })).not.toThrow()
  expect(() => check(9_001_000n, { l1Fee })).toThrow('above the limit of 9 USDC')
})

test('a fee in wrapped native currency needs no price', () => {
  const ofNative = {
    request: { ...own.request, sell: network.wrapped },
    usd: { native: undefined, sell: undefined, buy: undefined },
  }
  expect(() => check(3_000_000_000_000_000n, ofNative)).not.toThrow()
  expect(() => check(3_000_000_000_000_001n, ofNative)).toThrow(expect.objectContaining({ code: 'GAS_ABOVE_LIMIT' }))
})

test('without a price of the token sold, and of a quote without an order, nothing is compared', () => {
  expect(() => check(900_000_000n, { usd: { ...own.usd, sell: undefined } })).not.toThrow()
  expect(() => requireFairFee(network, { sell: usdc }, own)).not.toThrow()
})
