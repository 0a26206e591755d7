import { expect, test } from 'vitest'
import { amount, evm, gas, nativeToken, networkName, ppm, wei } from '#domain/units'
import { computeGasShare, defaultDangerLimits, findQuoteDangers, gasShareText } from './quote-dangers.ts'

const usdc = evm(`0x${'2'.repeat(40)}`)
const gwei = 1_000_000_000n

/** 1,000 USDC for 0.4 ETH, with 100,000 gas at 20 gwei: 0.002 ETH, half a percent. */
const input = ({
  impact,
  price = 20n,
  inOut = price * 100_000n * gwei,
  sell = usdc,
}: {
  impact?: number
  price?: bigint
  inOut?: bigint | undefined
  sell?: typeof usdc
}) =>
  ({
    priceImpact: impact === undefined ? undefined : ppm(impact),
    route: {
      gas: gas(100_000n),
      amountOut: amount(4n * 10n ** 17n),
      gasInTokenOut: inOut === undefined ? undefined : amount(inOut),
    },
    request: { sell, sellAmount: amount(1_000_000_000n), network: networkName('base') },
    gasPrice: wei(price * gwei),
    usd: { native: 2_500, sell: 1, buy: 2_500 },
    sell: { decimals: 6 },
  }) as never

const codes = (quote: never, limits = defaultDangerLimits) => findQuoteDangers(quote, limits).map(({ code }) => code)

test('a quote without danger has none', () => {
  expect(codes(input({ impact: 10_000 }))).toEqual([])
})

test('an impact above the warning names it; above the limit a swap refuses', () => {
  expect(findQuoteDangers(input({ impact: 10_001 }), defaultDangerLimits)).toEqual([
    {
      code: 'PRICE_IMPACT_HIGH',
      message: 'The price impact is 1.0001 %: so large a trade moves the price against itself.',
      advice: 'sell less, or accept a price impact of 1.0001 %',
    },
  ])
  expect(findQuoteDangers(input({ impact: 980_948 }), defaultDangerLimits)[0]?.advice).toBe(
    'sell less: a price impact of 98.0948 % is above your limit of 3 %, and swap refuses it',
  )
  expect(codes(input({ impact: 20_000 }), { ...defaultDangerLimits, warnImpact: ppm(20_000) })).toEqual([])
})

test('an unknown impact is a danger', () => {
  expect(codes(input({}))).toEqual(['PRICE_IMPACT_UNKNOWN'])
})

test('gas from five percent of the trade on is a danger', () => {
  expect(codes(input({ impact: 0, price: 199n }))).toEqual([])
  expect(findQuoteDangers(input({ impact: 0, price: 200n }), defaultDangerLimits)).toEqual([
    {
      code: 'GAS_COST_HIGH',
      message: 'Gas costs 5 % of what is traded.',
      advice: 'sell more, or accept that gas costs 5 % of what is traded',
    },
  ])
  expect(codes(input({ impact: 0, price: 20n }), { ...defaultDangerLimits, warnGas: ppm(5_000) })).toEqual([
    'GAS_COST_HIGH',
  ])
})

test('gas is compared in the output token, in the native currency sold, or in dollars', () => {
  expect(computeGasShare(input({}))).toBe(5_000)
  expect(computeGasShare(input({ sell: nativeToken }))).toBe(2_000_000_000_000)
  const inDollars = { ...(input({}) as object), route: { gas: gas(100_000n), amountOut: amount(1n) } } as never
  expect(computeGasShare(inDollars)).toBe(5_000)
})

test.each([
  [50_000, '5 % of'],
  [50_001, '6 % of'],
  [1_999_999, '200 % of'],
  [2_310_000, '2.4 times'],
  [100_000_001, 'more than 100 times'],
  [Number.POSITIVE_INFINITY, 'more than 100 times'],
])('%i millionths are "%s"', (share, text) => {
  expect(gasShareText(share)).toBe(text)
})
