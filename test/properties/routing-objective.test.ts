import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Snapshot } from '#domain/pools/snapshot'
import type { Objective } from '#domain/quotes/route'
import { findRoute } from '#routing/find-route'
import { findAllPaths, gasOfPath, sellAlongPath } from './routing-bruteforce.ts'
import { poolOf, protocols, randomMarket, requestOf, snapshotOf } from './routing-markets.ts'

const wad = 10n ** 18n
const amountIn = fc
  .double({ min: -3, max: 4, noNaN: true })
  .map((e) => BigInt(Math.round(10 ** e * 1_000)) * 10n ** 15n)
const runs = { numRuns: 25 }

const find = (snapshot: Snapshot, sold: bigint, optimizeFor?: Objective) =>
  findRoute({ protocols }, { snapshot, request: requestOf(0, 1, sold, { optimizeFor }) }).route

test('uses no more gas than any single path; none gives more for the same gas', () => {
  fc.assert(
    fc.property(randomMarket(), amountIn, fc.constantFrom(0n, 10n ** 10n), (pools, sold, price) => {
      const route = find(snapshotOf(pools, price), sold, 'gas')
      const ways = findAllPaths(pools, requestOf(0, 1, sold)).map((way) => ({
        out: sellAlongPath(way, sold, new Map()),
        gas: gasOfPath(way),
      }))
      const [best] = ways
        .filter(({ out }) => out > 0n)
        .toSorted((a, b) => Number(a.gas - b.gas || (a.out > b.out ? -1 : 1)))
      expect(route === undefined).toBe(best === undefined)
      if (route === undefined || best === undefined) return
      expect(route.gas).toBeLessThanOrEqual(best.gas)
      if (route.gas === best.gas) expect(route.amountOut).toBeGreaterThanOrEqual(best.out)
      expect(route.optimality).toBeUndefined()
    }),
    runs,
  )
}, 120_000)

test('the gas price does not matter if gas does not count', () => {
  fc.assert(
    fc.property(randomMarket(), amountIn, (pools, sold) => {
      const [free, dear] = [find(snapshotOf(pools, 0n), sold), find(snapshotOf(pools, 10n ** 12n), sold, 'output')]
      // the gas price affects ranking, so the last millionth may differ
      const least = (free?.amountOut ?? 0n) - (free?.amountOut ?? 0n) / 1_000_000n
      expect(dear?.amountOut ?? 0n).toBeGreaterThanOrEqual(least)
      if (dear?.optimality !== undefined) expect(dear.optimality.upperBound).toBeGreaterThanOrEqual(dear.amountOut)
    }),
    runs,
  )
}, 120_000)

test('bounds the output less all gas, or the gross output', () => {
  const pools = [poolOf(1, [0, 1], [100n * wad, 100n * wad]), poolOf(2, [0, 1], [90n * wad, 91n * wad])]
  const snapshot = snapshotOf(pools, 10n ** 10n)
  const [net, output] = [find(snapshot, wad), find(snapshot, wad, 'output')]
  const gas = net?.gasInTokenOut ?? 0n
  expect(net?.optimality?.upperBound).toBeGreaterThanOrEqual((net?.amountOut ?? 0n) - gas)
  expect(net?.optimality?.upperBound).toBeLessThan(net?.amountOut ?? 0n)
  expect(output?.optimality?.upperBound).toBeGreaterThanOrEqual(output?.amountOut ?? 0n)
  for (const route of [net, output]) expect(route?.optimality?.gapPpm).toBeLessThan(20)
})

test('states no optimality if the gas costs more than the output', () => {
  const pools = [poolOf(1, [0, 1], [100n * wad, 100n * wad])]
  const route = find(snapshotOf(pools, 10n ** 12n), wad / 1_000n)
  expect(route?.gasInTokenOut).toBeGreaterThan(route?.amountOut ?? 0n)
  expect(route?.optimality).toBeUndefined()
})

test('prices gas in a market with a profitable cycle', () => {
  const pools = [
    poolOf(1, [0, 1], [100n * wad, 100n * wad]),
    poolOf(2, [1, 2], [1_000n * wad, 1_000n * wad]),
    poolOf(3, [1, 2], [1_200n * wad, 1_000n * wad]),
    poolOf(4, [2, 3], [1_000n * wad, 1_000n * wad]),
  ]
  const snapshot = snapshotOf(pools, 10n ** 10n)
  const { route } = findRoute({ protocols }, { snapshot, request: requestOf(3, 2, wad) })
  expect(route?.gasInTokenOut).toBeGreaterThan(0n)
})
