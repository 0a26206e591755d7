import { expect, test } from 'vitest'
import type { Protocol, Protocols } from '#domain/pools/protocol'
import { type Effort, efforts, type Route } from '#domain/quotes/route'
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
  const router = createRouter({ protocols })
  router.loadSnapshot({ ...snapshot, pools }, wrapped)
  const find = (effort?: Effort) => router.find({ ...request, effort }).route
  const [quick, usual, thorough] = efforts.map((effort) => netOf(find(effort))) as [bigint, bigint, bigint]
  expect(usual).toBeGreaterThan(quick)
  expect(thorough).toBeGreaterThanOrEqual(usual)
  expect(netOf(find())).toBe(usual)
}, 60_000)

const netOf = (route?: Route): bigint => (route?.amountOut ?? 0n) - (route?.gasInTokenOut ?? 0n)
