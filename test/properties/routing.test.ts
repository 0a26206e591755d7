import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LivePool } from '#domain/pools/snapshot'
import type { Route, RouteRequest } from '#domain/quotes/route'
import { findRoute } from '#routing/find-route'
import { roundsOf } from './rounds.ts'
import { findAllPaths, gasOfPath, replay, sellAlongPath } from './routing-bruteforce.ts'
import { protocols, randomMarket, requestOf, snapshotOf, token } from './routing-markets.ts'

const context = { protocols }
const wad = 10n ** 18n
const amountIn = fc
  .double({ min: -3, max: 4, noNaN: true })
  .map((e) => BigInt(Math.round(10 ** e * 1_000)) * (wad / 1_000n))
const gasPrice = fc.constantFrom(0n, 10n ** 7n, 20n * 10n ** 9n, 300n * 10n ** 9n)
const runs = { numRuns: roundsOf(200) }
const seed = Number(process.env['SWAPLINE_SEED'] ?? 20_261_121)

/** The largest net output of a single path, in units of the output token; `undefined` if none gives anything. */
function findBestSinglePath(
  pools: readonly LivePool[],
  request: RouteRequest,
  route: Route | undefined,
): bigint | undefined {
  // the output token's price in native, as the route itself states it
  const worth = (gas: bigint) => (route?.gasInTokenOut ? (gas * route.gasInTokenOut) / route.gas : 0n)
  const single = findAllPaths(pools, request).map((way) => {
    const out = sellAlongPath(way, request.amountIn, new Map())
    return out === 0n ? undefined : out - worth(gasOfPath(way))
  })
  return single.filter((n) => n !== undefined).toSorted((a, b) => (a > b ? -1 : 1))[0]
}

const netOf = (route: Route | undefined) => (route?.amountOut ?? 0n) - (route?.gasInTokenOut ?? 0n)

test('gives at least the best single path after gas', () => {
  fc.assert(
    fc.property(randomMarket(), amountIn, gasPrice, (pools, sold, price) => {
      const request = requestOf(0, 1, sold)
      const { route } = findRoute(context, { snapshot: snapshotOf(pools, price), request })
      const best = findBestSinglePath(pools, request, route)
      expect(route === undefined).toBe(best === undefined)
      if (best !== undefined) expect(netOf(route)).toBeGreaterThanOrEqual(best - 1n) // `worth` is rounded
    }),
    runs,
  )
})

test(`minimizes the loss if the output is worth less than its gas (seed ${seed})`, () => {
  const dust = fc.double({ min: -9, max: -3, noNaN: true }).map((e) => BigInt(Math.round(10 ** (e + 18))))
  let lost = 0
  for (const [pools, sold] of fc.sample(fc.tuple(randomMarket({ min: 40, max: 60 }), dust), {
    seed,
    numRuns: roundsOf(60),
  })) {
    const request = requestOf(0, 1, sold, { maxHops: 3 })
    const { route } = findRoute(context, { snapshot: snapshotOf(pools, 20n * 10n ** 9n), request })
    const best = findBestSinglePath(pools, request, route)
    expect(route === undefined).toBe(best === undefined)
    if (best === undefined || route?.gasInTokenOut === undefined) continue
    expect(netOf(route)).toBeGreaterThanOrEqual(best - 1n)
    if (best < 0n) lost += 1
  }
  expect(lost).toBeGreaterThan(roundsOf(30))
})

test('legs spend exactly the input, leave nothing behind and match a replay', () => {
  fc.assert(
    fc.property(randomMarket(), amountIn, (pools, sold) => {
      const snapshot = snapshotOf(pools, 10n ** 7n)
      const request = requestOf(0, 1, sold)
      const { route } = findRoute(context, { snapshot, request })
      if (route === undefined) return
      const { held } = replay(snapshot, route)
      expect(held.get(token(1))).toBe(route.amountOut)
      held.delete(token(1))
      expect([...held.values()].every((left) => left === 0n)).toBe(true)
      const first = route.legs.filter((leg) => leg.tokenIn === request.tokenIn)
      expect(first.reduce((sum, leg) => sum + leg.amountIn, 0n)).toBe(sold)
      expect(new Set(route.legs.map((leg) => leg.pool.address)).size).toBe(route.legs.length)
    }),
    runs,
  )
})

test('displayed paths add up to the route, hop by hop', () => {
  fc.assert(
    fc.property(randomMarket(), amountIn, fc.integer({ min: 1, max: 6 }), (pools, sold, maxSplits) => {
      const request = requestOf(0, 1, sold, { maxSplits, maxHops: 3 })
      const { route } = findRoute(context, { snapshot: snapshotOf(pools, 0n), request })
      if (route === undefined) return
      expect(route.paths.length).toBeLessThanOrEqual(maxSplits)
      expect(route.paths.reduce((sum, path) => sum + path.amountIn, 0n)).toBe(sold)
      expect(route.paths.reduce((sum, path) => sum + path.amountOut, 0n)).toBe(route.amountOut)
      for (const { amountIn, amountOut, hops } of route.paths) {
        expect(hops.length).toBeLessThanOrEqual(3)
        expect([hops[0]?.amountIn, hops.at(-1)?.amountOut]).toEqual([amountIn, amountOut])
        for (const [i, hop] of hops.slice(1).entries()) expect(hop.amountIn).toBe(hops[i]?.amountOut)
      }
      for (const leg of route.legs) {
        const hops = route.paths.flatMap((path) => path.hops).filter((hop) => hop.pool === leg.pool)
        expect(hops.reduce((sum, hop) => sum + hop.amountIn, 0n)).toBe(leg.amountIn)
        expect(hops.reduce((sum, hop) => sum + hop.amountOut, 0n)).toBe(leg.amountOut)
      }
    }),
    runs,
  )
})

test('equal input gives equal bytes', () => {
  const text = (value: unknown) => JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}n` : v))
  fc.assert(
    fc.property(randomMarket(), amountIn, (pools, sold) => {
      const input = { snapshot: snapshotOf(pools, 10n ** 9n), request: requestOf(0, 1, sold) }
      expect(text(findRoute(context, input))).toBe(text(findRoute(context, structuredClone(input))))
    }),
    { numRuns: roundsOf(100) },
  )
})

test('selling more buys no less', () => {
  fc.assert(
    fc.property(randomMarket(), amountIn, fc.integer({ min: 1, max: 100 }), (pools, sold, morePercent) => {
      const snapshot = snapshotOf(pools, 0n)
      const bought = (n: bigint) => findRoute(context, { snapshot, request: requestOf(0, 1, n) }).route?.amountOut ?? 0n
      const less = bought(sold)
      // the search ends within a hundredth of a basis point of its best, above or below
      expect(bought(sold + (sold * BigInt(morePercent)) / 100n)).toBeGreaterThanOrEqual(less - less / 1_000_000n)
    }),
    { numRuns: roundsOf(100) },
  )
})

test('accepts any amount, however small or large', () => {
  const any = fc.oneof(fc.bigInt(1n, 1_000n), fc.bigInt(1n, (1n << 128n) - 1n), fc.constant((1n << 128n) - 1n))
  fc.assert(
    fc.property(
      randomMarket(),
      any,
      fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 12 }),
      (pools, sold, empty) => {
        const dead = pools.map((live, i) => {
          const { reserves } = live.state as { reserves: bigint[] }
          return { ...live, state: { reserves: reserves.map((r, side) => (empty[i] === side ? 0n : r)) } }
        })
        const { route } = findRoute(context, { snapshot: snapshotOf(dead, 10n ** 9n), request: requestOf(0, 1, sold) })
        if (route !== undefined) expect(route.amountOut).toBeGreaterThan(0n)
      },
    ),
    runs,
  )
})
