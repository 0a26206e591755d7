import { expect, test } from 'vitest'
import { buildMarketIndex, updateMarketIndex } from '#routing/index/market-index'
import { createPoolGraph } from '#routing/index/pool-graph'
import { createPriceFieldCache } from '#routing/index/price-field'
import { poolOf, protocols, token } from './routing-markets.ts'

const wad = 10n ** 18n

test('a field of one block alone has the fall of a price at once, one kept over blocks has not', () => {
  const market = createPoolGraph({ protocols }, [poolOf(0, [0, 1], [100n * wad, 100n * wad])])
  const index = buildMarketIndex(market, { wrapped: token(0), gasPrice: 0n, request: undefined })
  const [kept, current] = [createPriceFieldCache(index), createPriceFieldCache(index, 1)]
  const [source = -1, target = -1] = [0, 1].map((n) => market.numbers.get(token(n)))
  const price = (cache: typeof kept) => cache.around(source, 'onward', 'spot').price[target]
  const before = price(kept)
  expect(price(current)).toBe(before)

  const fallen = poolOf(0, [0, 1], [200n * wad, 50n * wad])
  for (const edge of market.edges) edge.live = fallen
  const risen = updateMarketIndex(index, market.edges, 0)
  for (const cache of [kept, current]) cache.age(risen)
  expect(price(kept)).toBe(before)
  expect(price(current)).toBeCloseTo((before ?? 0) / 4, 9)
})
