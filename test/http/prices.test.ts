/** Token prices: of listed tokens only, by their network's pools with stable tokens. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDecimal } from '#domain/format-decimal'
import { defaultQuery, type HttpFixture, startHttpFixture, usdc } from './fixture.ts'

let api: HttpFixture
beforeAll(async () => {
  api = await startHttpFixture()
})
afterAll(() => api.close())

interface Priced {
  readonly symbol: string
  readonly usdPrice: string | null
}

async function pricesOf(wish: object): Promise<Map<string, string | null>> {
  const { body } = await api.post('/token-manager/tokens', { networkNames: ['sandbox'], ...wish })
  return new Map(body.map(({ symbol, usdPrice }: Priced) => [symbol, usdPrice]))
}

test('a stable token is worth a dollar, the native currency what its quote gives', async () => {
  const prices = await pricesOf({})
  expect(prices.get('USDC')).toBe('1')
  expect(prices.get('ETH')).toBe(prices.get('WETH'))
  const { body } = await api.quote({ ...defaultQuery, sellAmount: '10000000000000000' })
  const ofQuote = Number(formatDecimal(BigInt(body.amountOut), 6)) * 100
  expect(Number(prices.get('ETH')) / ofQuote).toBeCloseTo(1, 1)
})

test('for every listed token that a pool prices, whichever are requested', async () => {
  const all = await pricesOf({})
  for (const symbol of ['USDT', 'DAI', 'WBTC', 'UNI']) expect(Number(all.get(symbol)), symbol).toBeGreaterThan(0)
  expect(await pricesOf({ searchValue: usdc })).toEqual(new Map([['USDC', '1']]))
})
