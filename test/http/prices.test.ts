/** What tokens are worth: of listed ones only, by their network's pools with stable tokens. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decimalText } from '#domain/decimal'
import { type Serving, serving, usdc, wanted } from './house.ts'

let api: Serving
beforeAll(async () => {
  api = await serving()
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
  const { body } = await api.quote({ ...wanted, sellAmount: '10000000000000000' })
  const ofQuote = Number(decimalText(BigInt(body.amountOut), 6)) * 100
  expect(Number(prices.get('ETH')) / ofQuote).toBeCloseTo(1, 1)
})

test('of every listed token that a pool prices, whichever of them are asked for', async () => {
  const all = await pricesOf({})
  for (const symbol of ['USDT', 'DAI', 'WBTC', 'UNI']) expect(Number(all.get(symbol)), symbol).toBeGreaterThan(0)
  expect(await pricesOf({ searchValue: usdc })).toEqual(new Map([['USDC', '1']]))
})
