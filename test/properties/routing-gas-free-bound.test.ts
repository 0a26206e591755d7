/**
 * A market of every family whose pools differ by less than their gas. Prices that prove a bound with gas are not found there,
 * those of the same market at a gas price of 0 are.
 */
import { expect, test } from 'vitest'
import { amount } from '#domain/units'
import { all } from '#protocols/all.gen'
import { createRouter } from '#routing/router'
import { generateMarket } from '#test/generated-market/market'
import { toUnits } from '#test/generated-market/tokens'

const protocols = new Map(all.flatMap((family) => (family.proof.proven ? [[family.kind, family as never]] : [])))
const market = generateMarket(20_261_124, { pools: 5_000, tokens: 60 })
const pools = market.snapshot.pools.filter(({ pool }) => protocols.has(pool.venue.protocol))

test('a first proof is at most as wide as one without gas', () => {
  const [weth, usdc] = market.tokens.hubs
  if (weth === undefined || usdc === undefined) throw new Error('no hubs')
  const router = createRouter({ protocols })
  router.loadSnapshot({ ...market.snapshot, pools }, market.wrapped)
  const { route } = router.find({
    tokenIn: weth.address,
    tokenOut: usdc.address,
    amountIn: amount(toUnits(weth, 50_000)),
    wrapped: market.wrapped,
    maxHops: 4,
    maxSplits: 20,
    maxLegs: 24,
  })
  expect(route?.optimality?.gapPpm).toBeLessThan(1_300) // 3,874 by the prices that a bound with gas finds
})
