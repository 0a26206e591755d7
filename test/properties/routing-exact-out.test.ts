import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LivePool, Snapshot } from '#domain/pools/snapshot'
import type { ExactOutRequest, Leg, Route } from '#domain/quotes/route'
import { amount } from '#domain/units'
import { evaluate } from '#routing/answer/evaluate'
import { findMinAmount } from '#routing/exact-out/min-amount'
import { findRoute, findRouteToBuy } from '#routing/find-route'
import { createPoolGraph } from '#routing/index/pool-graph'
import { findAllPaths, replay, sellAlongPath } from './routing-bruteforce.ts'
import { poolOf, protocols, randomMarket, requestOf, snapshotOf } from './routing-markets.ts'

const wad = 10n ** 18n
const runs = { numRuns: 25 }
/** A pool takes less than this. */
const maxOfToys = 1n << 60n
const createExactOutRequest = (
  from: number,
  to: number,
  amountOut: bigint,
  more: Partial<ExactOutRequest> = {},
): ExactOutRequest => {
  const { amountIn: _, ...rest } = requestOf(from, to, 1n)
  return { ...rest, amountOut: amount(amountOut), ...more }
}
const buy = (snapshot: Snapshot, request: ExactOutRequest) => findRouteToBuy({ protocols }, { snapshot, request })

/** The output of the route's legs and shares for another amount; `undefined` if they cannot be executed. */
function evaluateLegs(pools: readonly LivePool[], route: Route, amountIn: bigint): bigint | undefined {
  const { edges } = createPoolGraph({ protocols }, pools)
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

test('buys at least the requested output, and one unit less over the same legs and shares does not', () => {
  fc.assert(
    fc.property(randomMarket(), wanted, gasPrice, (pools, out, price) => {
      const snapshot = snapshotOf(pools, price)
      const { route, maxOut } = buy(snapshot, createExactOutRequest(0, 1, out))
      if (route === undefined) return void expect(maxOut ?? 0n).toBeLessThan(out)
      expect(route.amountOut).toBeGreaterThanOrEqual(out)
      expect(replay(snapshot, route).held.get(route.tokenOut)).toBe(route.amountOut)
      expect(evaluateLegs(pools, route, route.amountIn)).toBe(route.amountOut)
      const less = route.amountIn === 1n ? 0n : evaluateLegs(pools, route, route.amountIn - 1n)
      expect(less ?? 0n).toBeLessThan(out)
      expect(route.paths.reduce((sum, path) => sum + path.amountIn, 0n)).toBe(route.amountIn)
    }),
    runs,
  )
}, 120_000)

test('needs no more input than any single path, and a smaller input does not buy enough', () => {
  fc.assert(
    fc.property(randomMarket(), wanted, (pools, out) => {
      const snapshot = snapshotOf(pools, 0n)
      const { route } = buy(snapshot, createExactOutRequest(0, 1, out))
      const ways = findAllPaths(pools, requestOf(0, 1, 1n))
      const alone = ways.flatMap((way) => {
        const least = findMinAmount((sold) => sellAlongPath(way, sold, new Map()) || undefined, out, maxOfToys)
        return least === undefined ? [] : [least]
      })
      if (route === undefined) return void expect(alone).toEqual([])
      // floats choose the shares: allow one part in a million, and the cost of a unit of output
      const slack = route.amountIn / 1_000_000n + route.amountIn / out + 1n
      for (const least of alone) expect(least + slack).toBeGreaterThan(route.amountIn)
      if (route.amountIn <= slack) return
      const less = findRoute({ protocols }, { snapshot, request: requestOf(0, 1, route.amountIn - slack) })
      expect(less.route?.amountOut ?? 0n).toBeLessThan(out)
    }),
    runs,
  )
}, 120_000)

test('a larger output needs at least as much input', () => {
  fc.assert(
    fc.property(randomMarket(), wanted, fc.integer({ min: 1, max: 100 }), (pools, out, morePercent) => {
      const snapshot = snapshotOf(pools, 0n)
      const more = buy(snapshot, createExactOutRequest(0, 1, out + (out * BigInt(morePercent)) / 100n + 1n)).route
      const { route } = buy(snapshot, createExactOutRequest(0, 1, out))
      if (more === undefined) return
      expect(route?.amountIn).toBeLessThanOrEqual(more.amountIn + more.amountIn / 1_000_000n)
    }),
    runs,
  )
}, 120_000)

test('reports the largest output if no amount buys enough', () => {
  const pools = [poolOf(1, [0, 1], [10n * wad, 10n * wad])]
  const answer = buy(snapshotOf(pools, 0n), createExactOutRequest(0, 1, 10n * wad))
  expect(answer.route).toBeUndefined()
  expect(answer.maxOut).toBeGreaterThan(9n * wad)
  expect(answer.maxOut).toBeLessThan(10n * wad)
  expect(buy(snapshotOf([], 0n), createExactOutRequest(0, 1, 1n))).toMatchObject({
    route: undefined,
    maxOut: undefined,
    narrow: [],
  })
})

test('reports a pool that was read too narrowly', () => {
  const pools = [poolOf(1, [0, 1], [10n * wad, 10n * wad], wad)]
  const { route, narrow } = buy(snapshotOf(pools, 0n), createExactOutRequest(0, 1, 5n * wad))
  expect([route, narrow]).toEqual([undefined, [pools[0]?.pool]])
})

test('the proof is for the input amount found', () => {
  const pools = [
    poolOf(1, [0, 1], [100n * wad, 100n * wad]),
    poolOf(2, [0, 1], [90n * wad, 91n * wad]),
    poolOf(3, [0, 2], [80n * wad, 80n * wad]),
    poolOf(4, [2, 1], [80n * wad, 81n * wad]),
  ]
  const snapshot = snapshotOf(pools, 10n ** 9n)
  const { route } = buy(snapshot, createExactOutRequest(0, 1, 20n * wad))
  const sold = findRoute({ protocols }, { snapshot, request: requestOf(0, 1, route?.amountIn ?? 0n) }).route
  expect(route?.optimality?.gapPpm).toBeCloseTo(sold?.optimality?.gapPpm ?? -1, 0)
  const [bound, other] = [route?.optimality?.upperBound, sold?.optimality?.upperBound].map(Number)
  expect((bound ?? 0) / (other ?? 1)).toBeCloseTo(1, 6)
})
