import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LivePool } from '#domain/snapshot'
import { findRoute } from '#routing/find-route'
import { everyWay, type Step, sellOver } from './routing-bruteforce.ts'
import { protocols, randomMarket, requestOf, snapshotOf } from './routing-markets.ts'

const wad = 10n ** 18n

/** The best output of `parts` equal quanta over the ways, every division tried: pools are shared, gas is free. */
function bestOnGrid(ways: readonly (readonly Step[])[], sold: bigint, parts: number): bigint {
  let best = 0n
  const shares = new Array<number>(ways.length).fill(0)
  const tryFrom = (index: number, left: number) => {
    if (index === ways.length - 1) {
      shares[index] = left
      const out = outputOf(ways, shares, sold, parts)
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

function outputOf(ways: readonly (readonly Step[])[], shares: readonly number[], sold: bigint, parts: number): bigint {
  const states = new Map<LivePool, unknown>()
  let out = 0n
  for (const [i, way] of ways.entries()) {
    const amountIn = (sold * BigInt(shares[i] ?? 0)) / BigInt(parts)
    if (amountIn === 0n) continue
    const bought = sellOver(way, amountIn, states)
    if (bought === 0n) return 0n
    out += bought
  }
  return out
}

/** Ways over one set of directions: a pool that is sold both ways in a grid would be arbitrage, which no route may do. */
const oneDirection = (ways: readonly (readonly Step[])[]) => {
  const direction = new Map<LivePool, number>()
  return ways.every((way) =>
    way.every(({ live, from }) => {
      const seen = direction.get(live) ?? from
      direction.set(live, seen)
      return seen === from
    }),
  )
}

test('no division on a grid beats the route by a hundredth of a basis point, in small markets', () => {
  const gaps: number[] = []
  const size = fc.double({ min: 0, max: 3, noNaN: true }).map((e) => BigInt(Math.round(10 ** e)) * wad)
  const samples = fc.sample(fc.tuple(randomMarket({ min: 3, max: 6 }), size), { numRuns: 500, seed: 20_261_120 })
  for (const [pools, sold] of samples) {
    const request = requestOf(0, 1, sold, { maxHops: 3 })
    const ways = everyWay(pools, request)
    if (ways.length < 2 || ways.length > 4 || !oneDirection(ways)) continue
    const best = bestOnGrid(ways, sold, ways.length === 2 ? 200 : ways.length === 3 ? 40 : 20)
    if (best === 0n) continue
    const { route } = findRoute({ protocols }, { snapshot: snapshotOf(pools, 0n), request })
    gaps.push((Number(best - (route?.amountOut ?? 0n)) / Number(best)) * 10_000)
  }
  gaps.sort((a, b) => a - b)
  expect(gaps.length).toBeGreaterThan(200)
  expect(gaps[gaps.length >> 1]).toBeLessThan(0) // mostly better than the grid, which is coarse
  expect(gaps.at(-1)).toBeLessThan(0.01) // in basis points; positive where the grid found more
})
