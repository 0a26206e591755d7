import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ExactOutRequest, Leg, Route } from '#domain/route'
import type { LivePool, Snapshot } from '#domain/snapshot'
import { amount } from '#domain/units'
import { evaluate } from '#routing/evaluate'
import { findRoute, findRouteToBuy } from '#routing/find-route'
import { leastAmount } from '#routing/least-amount'
import { openMarket } from '#routing/market'
import { everyWay, replay, sellOver } from './routing-bruteforce.ts'
import { poolOf, protocols, randomMarket, requestOf, snapshotOf } from './routing-markets.ts'

const wad = 10n ** 18n
const runs = { numRuns: 25 }
/** A pool takes less than this. */
const mostOfToys = 1n << 60n
const wantedOf = (
  from: number,
  to: number,
  amountOut: bigint,
  more: Partial<ExactOutRequest> = {},
): ExactOutRequest => {
  const { amountIn: _, ...rest } = requestOf(from, to, 1n)
  return { ...rest, amountOut: amount(amountOut), ...more }
}
const buy = (snapshot: Snapshot, request: ExactOutRequest) => findRouteToBuy({ protocols }, { snapshot, request })

/** What the route's legs, with their shares, give for another amount; `undefined` where they cannot be carried out. */
function overItsLegs(pools: readonly LivePool[], route: Route, amountIn: bigint): bigint | undefined {
  const { edges } = openMarket({ protocols }, pools)
  const edgeOf = ({ pool, tokenIn, tokenOut }: Leg) =>
    edges.find(
      ({ live, from, to }) => live.pool === pool && pool.tokens[from] === tokenIn && pool.tokens[to] === tokenOut,
    )
  const planned = route.legs.flatMap((leg) => {
    const edge = edgeOf(leg)
    return edge === undefined ? [] : [{ edge, share32: leg.share32 }]
  })
  expect(planned).toHaveLength(route.legs.length)
  return evaluate(planned, { ...route, amountIn: amount(amountIn) })?.amountOut
}

/** From one unit to more than most of these markets hold. */
const wanted = fc
  .double({ min: -18, max: 5, noNaN: true })
  .map((e) => BigInt(Math.max(1, Math.round(10 ** (e + 18) / 1_000))) * (e > -15 ? 1_000n : 1n))
const gasPrice = fc.constantFrom(0n, 10n ** 7n, 20n * 10n ** 9n)

test('buys at least what is wanted, and one unit less over the same legs and shares does not', () => {
  fc.assert(
    fc.property(randomMarket(), wanted, gasPrice, (pools, out, price) => {
      const snapshot = snapshotOf(pools, price)
      const { route, mostOut } = buy(snapshot, wantedOf(0, 1, out))
      if (route === undefined) return void expect(mostOut ?? 0n).toBeLessThan(out)
      expect(route.amountOut).toBeGreaterThanOrEqual(out)
      expect(replay(snapshot, route).held.get(route.tokenOut)).toBe(route.amountOut)
      expect(overItsLegs(pools, route, route.amountIn)).toBe(route.amountOut)
      const less = route.amountIn === 1n ? 0n : overItsLegs(pools, route, route.amountIn - 1n)
      expect(less ?? 0n).toBeLessThan(out)
      expect(route.paths.reduce((sum, path) => sum + path.amountIn, 0n)).toBe(route.amountIn)
    }),
    runs,
  )
}, 120_000)

test('takes no more than any undivided way does, nor than the search could do with less', () => {
  fc.assert(
    fc.property(randomMarket(), wanted, (pools, out) => {
      const snapshot = snapshotOf(pools, 0n)
      const { route } = buy(snapshot, wantedOf(0, 1, out))
      const ways = everyWay(pools, requestOf(0, 1, 1n))
      const alone = ways.flatMap((way) => {
        const least = leastAmount((sold) => sellOver(way, sold, new Map()) || undefined, out, mostOfToys)
        return least === undefined ? [] : [least]
      })
      if (route === undefined) return void expect(alone).toEqual([])
      // floats choose the shares: a part in a million, and what a unit of the output costs
      const slack = route.amountIn / 1_000_000n + route.amountIn / out + 1n
      for (const least of alone) expect(least + slack).toBeGreaterThan(route.amountIn)
      if (route.amountIn <= slack) return
      const less = findRoute({ protocols }, { snapshot, request: requestOf(0, 1, route.amountIn - slack) })
      expect(less.route?.amountOut ?? 0n).toBeLessThan(out)
    }),
    runs,
  )
}, 120_000)

test('needs more for more', () => {
  fc.assert(
    fc.property(randomMarket(), wanted, fc.integer({ min: 1, max: 100 }), (pools, out, morePercent) => {
      const snapshot = snapshotOf(pools, 0n)
      const more = buy(snapshot, wantedOf(0, 1, out + (out * BigInt(morePercent)) / 100n + 1n)).route
      const { route } = buy(snapshot, wantedOf(0, 1, out))
      if (more === undefined) return
      expect(route?.amountIn).toBeLessThanOrEqual(more.amountIn + more.amountIn / 1_000_000n)
    }),
    runs,
  )
}, 120_000)

test('where no amount buys so much, says how much was bought at most', () => {
  const pools = [poolOf(1, [0, 1], [10n * wad, 10n * wad])]
  const answer = buy(snapshotOf(pools, 0n), wantedOf(0, 1, 10n * wad))
  expect(answer.route).toBeUndefined()
  expect(answer.mostOut).toBeGreaterThan(9n * wad)
  expect(answer.mostOut).toBeLessThan(10n * wad)
  expect(buy(snapshotOf([], 0n), wantedOf(0, 1, 1n))).toMatchObject({
    route: undefined,
    mostOut: undefined,
    narrow: [],
  })
})

test('a pool that was read too narrowly is named', () => {
  const pools = [poolOf(1, [0, 1], [10n * wad, 10n * wad], wad)]
  const { route, narrow } = buy(snapshotOf(pools, 0n), wantedOf(0, 1, 5n * wad))
  expect([route, narrow]).toEqual([undefined, [pools[0]?.pool]])
})

test('the proof is of the amount that was found', () => {
  const pools = [
    poolOf(1, [0, 1], [100n * wad, 100n * wad]),
    poolOf(2, [0, 1], [90n * wad, 91n * wad]),
    poolOf(3, [0, 2], [80n * wad, 80n * wad]),
    poolOf(4, [2, 1], [80n * wad, 81n * wad]),
  ]
  const snapshot = snapshotOf(pools, 10n ** 9n)
  const { route } = buy(snapshot, wantedOf(0, 1, 20n * wad))
  const sold = findRoute({ protocols }, { snapshot, request: requestOf(0, 1, route?.amountIn ?? 0n) }).route
  expect(route?.optimality?.gapPpm).toBeCloseTo(sold?.optimality?.gapPpm ?? -1, 0)
  const [bound, other] = [route?.optimality?.upperBound, sold?.optimality?.upperBound].map(Number)
  expect((bound ?? 0) / (other ?? 1)).toBeCloseTo(1, 6)
})
