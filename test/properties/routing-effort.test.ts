import { expect, test } from 'vitest'
import type { Protocol, Protocols } from '#domain/pools/protocol'
import type { Effort, Route } from '#domain/quotes/route'
import { amount, evm } from '#domain/units'
import { all } from '#protocols/all.gen'
import { createRouter } from '#routing/router'
import { generateMarket } from '#test/generated-market/market'

const protocols: Protocols = new Map(all.map((family) => [family.kind, family as Protocol<unknown>]))
const { snapshot, wrapped } = generateMarket(9_204, { pools: 500, tokens: 36 })
const proven = new Set(all.filter(({ proof }) => proof.proven).map(({ kind }) => kind as string))
const pools = snapshot.pools.filter(({ pool }) => proven.has(pool.venue.protocol))

/** $2 million over at most eight pools, where the leg limit decides the route. */
const request = {
  ...{ tokenIn: evm('0x0000000000000000000000000000000000001004'), amountIn: amount(3_649_984_880n), wrapped },
  ...{ tokenOut: evm('0x0000000000000000000000000000000000001009'), maxHops: 3, maxSplits: 8, maxLegs: 8 },
}

test('more effort finds a better route at the leg limit, and equal effort an equal one', () => {
  const market = generateMarket(9_202, { pools: 300, tokens: 28 })
  const router = createRouter({ protocols })
  const those = market.snapshot.pools.filter(({ pool }) => proven.has(pool.venue.protocol))
  router.loadSnapshot({ ...market.snapshot, pools: those }, market.wrapped)
  const wider = {
    ...{ tokenIn: evm('0x0000000000000000000000000000000000001006'), amountIn: amount(1_883_976_136_520n) },
    ...{ tokenOut: evm('0x0000000000000000000000000000000000001005'), wrapped: market.wrapped },
    ...{ maxHops: 5, maxSplits: 20, maxLegs: 24 },
  }
  const find = (effort?: Effort) => netOf(router.find({ ...wider, effort }).route)
  const usual = find('usual')
  expect(usual).toBeGreaterThanOrEqual(find('quick'))
  expect(find()).toBe(usual)
  expect(find('thorough')).toBeGreaterThan(usual)
}, 120_000)

const netOf = (route?: Route): bigint => (route?.amountOut ?? 0n) - (route?.gasInTokenOut ?? 0n)

test('a route whose pools are all but drained gives what its search promises', () => {
  const router = createRouter({ protocols })
  router.loadSnapshot({ ...snapshot, pools }, wrapped)
  const [tokenIn, tokenOut] = [request.tokenOut, request.tokenIn]
  const amountIn = amount(10n ** 21n)
  const { route } = router.find({ ...request, tokenIn, tokenOut, amountIn, maxSplits: 12, maxLegs: 12 })
  // the solution of its prices sells nine times the amount; with shares of that it gave 8.85 billion
  expect(route?.amountOut).toBeGreaterThan(16_300_000_000n)
}, 120_000)

test('a solution that sells more than its largest flow too much does not lose the pool of that flow', () => {
  const market = generateMarket(6_024, { pools: 60, tokens: 8 })
  const router = createRouter({ protocols })
  const those = market.snapshot.pools.filter(({ pool }) => proven.has(pool.venue.protocol))
  router.loadSnapshot({ ...market.snapshot, pools: those }, market.wrapped)
  const { route } = router.find({
    ...{ tokenIn: evm('0x0000000000000000000000000000000000001002'), amountIn: amount(10n ** 17n) },
    ...{ tokenOut: request.tokenOut, wrapped: market.wrapped, maxHops: 3, maxSplits: 8, maxLegs: 8 },
    effort: 'quick',
  })
  // without that pool it gave 23,585
  expect(route?.amountOut).toBeGreaterThan(26_700n * 10n ** 18n)
}, 120_000)

test('a search for one set of legs gives the best single path, and longer ones better routes', () => {
  const router = createRouter({ protocols })
  router.loadSnapshot({ ...snapshot, pools }, wrapped)
  const find = (maxTries?: number) => router.find({ ...request, maxTries }).route
  const [path, some, best] = [1, 6, undefined].map((maxTries) => find(maxTries))
  expect(best?.cutShortAfter).toBeUndefined()
  expect([path?.cutShortAfter, path?.paths.length]).toEqual([1, 1])
  expect(netOf(some)).toBeGreaterThan(netOf(path))
  expect(netOf(best)).toBeGreaterThan(netOf(some))
  for (const route of [path, some, best]) expect(netOf(route)).toBeLessThanOrEqual(route?.optimality?.upperBound ?? 0n)
}, 120_000)

test('an interrupted search says after how many sets of legs, and that many give the same route again', () => {
  let asks = 0
  const interrupted = createRouter({ protocols, isInterrupted: () => ++asks > 5 })
  const router = createRouter({ protocols })
  for (const one of [interrupted, router]) one.loadSnapshot({ ...snapshot, pools }, wrapped)
  const { route, tries } = interrupted.find(request)
  expect(route?.cutShortAfter).toBe(81)
  expect(tries).toBeLessThan(160)
  expect(router.find({ ...request, maxTries: 81 }).route).toEqual(route)
}, 120_000)
