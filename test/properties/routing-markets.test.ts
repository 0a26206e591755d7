import { describe, expect, test } from 'vitest'
import { findRoute } from '#routing/find-route'
import { poolOf, protocols, requestOf, snapshotOf, token } from './routing-markets.ts'

const context = { protocols }
const wad = 10n ** 18n
const gwei = 10n ** 9n
const big = 100_000n * wad

describe('the legs of a route', () => {
  test('splits a trade over two equal pools only if it pays for a second leg', () => {
    const pools = [poolOf(0, [0, 1], [1_000n * wad, 1_000n * wad]), poolOf(1, [0, 1], [1_000n * wad, 1_000n * wad])]
    const legs = (sold: bigint, gasPrice: bigint) =>
      findRoute(context, { snapshot: snapshotOf(pools, gasPrice), request: requestOf(0, 1, sold) }).route?.legs.length
    expect(legs(10n * wad, gwei)).toBe(2)
    expect(legs(wad, 50n * gwei)).toBe(1)
    expect(legs(wad, 0n)).toBe(2)
  })

  test('paths that share a pool become one leg', () => {
    const pools = [
      poolOf(0, [0, 2], [big, big]),
      poolOf(1, [2, 1], [1_000n * wad, 1_000n * wad]),
      poolOf(2, [2, 1], [1_000n * wad, 1_000n * wad]),
    ]
    const { route } = findRoute(context, { snapshot: snapshotOf(pools, 0n), request: requestOf(0, 1, 100n * wad) })
    expect(route?.legs.map((leg) => leg.tokenOut)).toEqual([token(2), token(1), token(1)])
    expect(route?.legs.map((leg) => leg.share32 === 2 ** 32)).toEqual([true, false, true])
    expect(route?.paths).toHaveLength(2)
  })

  test('a trade barely worth its gas takes one leg at a worse price, also among many pools', () => {
    const others = Array.from({ length: 140 }, (_, n) => poolOf(10 + n, [3 + (n % 4), 7], [big, big]))
    const direct = poolOf(0, [0, 1], [big, (big * 92n) / 100n])
    const pools = [direct, poolOf(1, [0, 2], [big, big]), poolOf(2, [2, 1], [big, big]), ...others]
    const legs = (sold: bigint) =>
      findRoute(context, { snapshot: snapshotOf(pools, 20n * gwei), request: requestOf(0, 1, sold) }).route?.legs.length
    expect([wad / 10n ** 9n, wad / 1_000n, wad / 100n, wad / 10n].map(legs)).toEqual([1, 1, 1, 2])
  })

  test('respects the limits on splits and legs', () => {
    const pools = [0, 1, 2, 3, 4, 5].map((n) => poolOf(n, [0, 1], [100n * wad, 100n * wad]))
    const snapshot = snapshotOf(pools, 0n)
    const legs = (more: object) =>
      findRoute(context, { snapshot, request: requestOf(0, 1, 50n * wad, more) }).route?.legs.length
    expect([legs({}), legs({ maxSplits: 3 }), legs({ maxLegs: 2 }), legs({ maxSplits: 1 })]).toEqual([6, 3, 2, 1])
  })

  test('splits a trade that no single pool can take', () => {
    const known = 60n * wad
    const pools = [0, 1].map((n) => poolOf(n, [0, 1], [1_000n * wad, 1_000n * wad], known))
    const { route } = findRoute(context, { snapshot: snapshotOf(pools, 0n), request: requestOf(0, 1, 100n * wad) })
    expect(route?.legs.length).toBe(2)
    expect(route?.bestSinglePool).toBeUndefined()
  })
})

describe('results besides the route', () => {
  test('reports a narrowly read pool only if it mattered', () => {
    const deep = poolOf(0, [0, 1], [big, big], 10n * wad)
    const shallow = poolOf(1, [0, 1], [100n * wad, 100n * wad])
    const poor = poolOf(2, [0, 1], [big, big / 2n], 10n * wad)
    const narrow = (sold: bigint, pools = [deep, shallow, poor]) =>
      findRoute(context, { snapshot: snapshotOf(pools, 0n), request: requestOf(0, 1, sold) }).narrow
    expect(narrow(5n * wad)).toEqual([])
    expect(narrow(20n * wad)).toEqual([deep.pool])
    expect(narrow(20n * wad, [deep])).toEqual([deep.pool]) // no route without it
  })

  test('gives a reason for every unused pool', () => {
    const pools = [
      poolOf(0, [0, 1], [big, big]),
      poolOf(1, [0, 1], [big, big / 2n]),
      poolOf(2, [0, 1], [0n, 0n]),
      poolOf(3, [0, 1], [big, 10n]),
      poolOf(4, [2, 3], [big, big]),
    ]
    const strange = poolOf(5, [0, 1], [big, big])
    const foreign = { ...strange, pool: { ...strange.pool, venue: { ...strange.pool.venue, protocol: 'unheard-of' } } }
    const input = { snapshot: snapshotOf([...pools, foreign], gwei), request: requestOf(0, 1, wad) }
    const unused = findRoute(context, input).explain()
    expect(
      Object.fromEntries([...unused].map(([reason, some]) => [reason, some.map(({ address }) => address.slice(-1))])),
    ).toEqual({
      worse_price: ['1'],
      no_liquidity: ['2'],
      zero_output: ['3'],
      hop_limit: ['4'],
      excluded: ['5'],
    })
  })

  test('prices gas in the output token if a pool prices native, else at nothing', () => {
    const pools = [poolOf(0, [2, 3], [big, big]), poolOf(1, [0, 4], [big, big])]
    const snapshot = snapshotOf(pools, 10n * gwei)
    const unpriced = findRoute(context, { snapshot, request: requestOf(2, 3, wad) }).route
    expect(unpriced?.gasInTokenOut).toBeUndefined()
    const priced = findRoute(context, { snapshot, request: requestOf(0, 4, wad) }).route
    expect(Number(priced?.gasInTokenOut) / Number((priced?.gas ?? 0n) * 10n * gwei)).toBeCloseTo(0.997, 4)
  })

  test('returns no route if nothing connects the tokens', () => {
    const snapshot = snapshotOf([poolOf(0, [0, 2], [big, big])], gwei)
    expect(findRoute(context, { snapshot, request: requestOf(0, 1, wad) }).route).toBeUndefined()
    const nothing = findRoute(context, { snapshot: snapshotOf([], gwei), request: requestOf(0, 1, wad) })
    expect(nothing).toMatchObject({ route: undefined, narrow: [] })
    expect(nothing.explain()).toEqual(new Map())
  })
})

test('a pool with three tokens serves only one leg of a route', () => {
  const pools = [poolOf(0, [0, 1, 2], [big, big, big]), poolOf(1, [0, 2], [big, big]), poolOf(2, [2, 1], [big, big])]
  const { route } = findRoute(context, { snapshot: snapshotOf(pools, 0n), request: requestOf(0, 1, 1_000n * wad) })
  expect(route?.legs.filter((leg) => leg.pool === pools[0]?.pool)).toHaveLength(1)
  expect(route?.legs).toHaveLength(3)
})
