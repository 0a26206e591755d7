import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LivePool } from '#domain/pools/snapshot'
import { findRoute } from '#routing/find-route'
import { findAllPaths, type Step, sellAlongPath } from './routing-bruteforce.ts'
import { protocols, randomMarket, requestOf, snapshotOf } from './routing-markets.ts'

const wad = 10n ** 18n

/** The best output over the paths, trying every split into `parts` equal parts: pools are shared, gas is free. */
function findBestOnGrid(ways: readonly (readonly Step[])[], sold: bigint, parts: number): bigint {
  let best = 0n
  const shares = new Array<number>(ways.length).fill(0)
  const tryFrom = (index: number, left: number) => {
    if (index === ways.length - 1) {
      shares[index] = left
      const out = computeOutput(ways, shares, sold, parts)
      if (out > best) best = out
      return
    }
    for (let n = 0; n <= left; n += 1) {
      shares[index] = n
      tryFrom(index + 1, left - n)
    }
  }
  tryFrom(0, parts)
  return best
}

function computeOutput(
  ways: readonly (readonly Step[])[],
  shares: readonly number[],
  sold: bigint,
  parts: number,
): bigint {
  const states = new Map<LivePool, unknown>()
  let out = 0n
  for (const [i, way] of ways.entries()) {
    const amountIn = (sold * BigInt(shares[i] ?? 0)) / BigInt(parts)
    if (amountIn === 0n) continue
    const bought = sellAlongPath(way, amountIn, states)
    if (bought === 0n) return 0n
    out += bought
  }
  return out
}

/** True if every pool is used in one direction only: a grid that uses both does arbitrage, which no route may. */
const isOneDirectional = (ways: readonly (readonly Step[])[]) => {
  const direction = new Map<LivePool, number>()
  return ways.every((way) =>
    way.every(({ live, from }) => {
      const seen = direction.get(live) ?? from
      direction.set(live, seen)
      return seen === from
    }),
  )
}

test('no split on a grid beats the route by 0.01 bp in small markets', () => {
  const gaps: number[] = []
  const size = fc.double({ min: 0, max: 3, noNaN: true }).map((e) => BigInt(Math.round(10 ** e)) * wad)
  const samples = fc.sample(fc.tuple(randomMarket({ min: 3, max: 6 }), size), { numRuns: 500, seed: 20_261_120 })
  for (const [pools, sold] of samples) {
    const request = requestOf(0, 1, sold, { maxHops: 3 })
    const ways = findAllPaths(pools, request)
    if (ways.length < 2 || ways.length > 4 || !isOneDirectional(ways)) continue
    const best = findBestOnGrid(ways, sold, ways.length === 2 ? 200 : ways.length === 3 ? 40 : 20)
    if (best === 0n) continue
    const { route } = findRoute({ protocols }, { snapshot: snapshotOf(pools, 0n), request })
    gaps.push((Number(best - (route?.amountOut ?? 0n)) / Number(best)) * 10_000)
  }
  gaps.sort((a, b) => a - b)
  expect(gaps.length).toBeGreaterThan(200)
  expect(gaps[gaps.length >> 1]).toBeLessThan(0) // mostly better than the coarse grid
  expect(gaps.at(-1)).toBeLessThan(0.01) // in basis points; positive if the grid found more
})
