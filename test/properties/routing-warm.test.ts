/** Compares a warm-started router with a cold search for every request. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LivePool, Snapshot } from '#domain/pools/snapshot'
import type { Route } from '#domain/quotes/route'
import { findRoute, findRouteToBuy } from '#routing/find-route'
import { createRouter, type Router } from '#routing/router'
import { roundsOf } from './rounds.ts'
import { poolOf, protocols, randomMarket, requestOf, snapshotOf, token } from './routing-markets.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? 20_261_121)
const wad = 10n ** 18n
const gasPrice = 20n * 10n ** 9n
const netOf = ({ amountOut, gasInTokenOut = amountOut }: Route): number => Number(amountOut - gasInTokenOut)

/** Simulates trades of others: one pool in four gets other reserves. */
const movePools = (pools: readonly LivePool[], turns: readonly number[]): readonly LivePool[] =>
  pools.map((live, n) => {
    const turn = turns[n % turns.length] ?? 0
    return turn % 4 === 0 ? tradePool(live, n, [1_000 + turn, 1_000_000 / (1_000 + turn)]) : live
  })

/** Scales the two reserves, in thousandths. */
function tradePool({ pool, state }: LivePool, n: number, [a, b]: readonly [number, number]): LivePool {
  const reserves = (state as { reserves: readonly bigint[] }).reserves
  const tokens = pool.tokens.map((address) => Number(BigInt(address)) - Number(BigInt(token(0))))
  return poolOf(n, tokens, [scaleAmount(reserves[0], a), scaleAmount(reserves[1], b)])
}

const scaleAmount = (whole = 0n, thousandths: number): bigint =>
  (whole * BigInt(Math.round(thousandths * 1e6))) / 1_000_000_000n

/** By what part the router's result is behind a cold search, if both give more than their gas. */
function measureGap(router: Router, snapshot: Snapshot, thousandths: number): readonly number[] {
  router.loadSnapshot(snapshot, token(0))
  const request = requestOf(0, 1, scaleAmount(wad, thousandths))
  const anew = findRoute({ protocols }, { snapshot, request }).route
  const { route } = router.find(request)
  expect(route === undefined).toBe(anew === undefined)
  if (route === undefined || anew === undefined || netOf(anew) <= 0) return []
  expect(netOf(route)).toBeLessThanOrEqual(Number(route.optimality?.upperBound ?? route.amountOut))
  return [(netOf(anew) - netOf(route)) / netOf(anew)]
}

test(`a warm start is within 1 bp of a cold start, regardless of earlier requests (seed ${seed})`, () => {
  const sizes = fc.array(fc.integer({ min: -1, max: 4 }), { minLength: 6, maxLength: 6 })
  const turns = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 13, maxLength: 13 })
  const behind: number[] = []
  for (const [start, powers, turned] of fc.sample(fc.tuple(randomMarket({ min: 8, max: 20 }), sizes, turns), {
    numRuns: roundsOf(120),
    seed,
  })) {
    const router = createRouter({ protocols })
    let pools: readonly LivePool[] = start
    for (const power of powers) {
      pools = movePools(pools, turned)
      behind.push(...measureGap(router, snapshotOf(pools, gasPrice), 100 * Math.round(10 ** (power + 1))))
    }
  }
  expect(behind.length).toBeGreaterThan(roundsOf(300))
  expect(reportMaxGap(behind)).toBeLessThan(1)
}, 120_000)

test(`a warm start is within 100 bp of a cold start after a block with profitable cycles (seed ${seed})`, () => {
  const drawn = fc.array(fc.double({ min: 0.2, max: 5, noNaN: true }), { minLength: 4, maxLength: 4 })
  const skews = fc.array(fc.integer({ min: 300, max: 3_000 }), { minLength: 13, maxLength: 13 })
  const behind: number[] = []
  for (const [calm, sizes, skew] of fc.sample(fc.tuple(randomMarket({ min: 8, max: 20 }), drawn, skews), {
    numRuns: roundsOf(120),
    seed,
  })) {
    const router = createRouter({ protocols })
    const wild = calm.map((live, n) => tradePool(live, n, [skew[n % skew.length] ?? 1_000, 1_000]))
    for (const [block, size] of sizes.entries()) {
      const pools = block === 0 ? wild : calm
      behind.push(...measureGap(router, snapshotOf(pools, gasPrice), 1_000 * size))
    }
  }
  expect(behind.length).toBeGreaterThan(roundsOf(200))
  expect(reportMaxGap(behind)).toBeLessThan(100) // a wider gap always restarts the search
})

test(`purchases that start warm cost about as little as cold ones after such a block (seed ${seed})`, () => {
  const skews = fc.array(fc.integer({ min: 300, max: 3_000 }), { minLength: 13, maxLength: 13 })
  const behind: number[] = []
  for (const [calm, sold, skew] of fc.sample(
    fc.tuple(randomMarket({ min: 8, max: 20 }), fc.double({ min: 0.2, max: 5, noNaN: true }), skews),
    { numRuns: roundsOf(120), seed },
  )) {
    const router = createRouter({ protocols })
    const wild = calm.map((live, n) => tradePool(live, n, [skew[n % skew.length] ?? 1_000, 1_000]))
    const { amountIn, ...ends } = requestOf(0, 1, scaleAmount(wad, 1_000 * sold))
    const calmSnapshot = snapshotOf(calm, gasPrice)
    const bought = findRoute({ protocols }, { snapshot: calmSnapshot, request: { ...ends, amountIn } }).route?.amountOut
    if (bought === undefined) continue
    const purchase = { ...ends, amountOut: bought }
    for (const pools of [wild, calm]) {
      const snapshot = snapshotOf(pools, gasPrice)
      router.loadSnapshot(snapshot, token(0))
      const warm = router.findExactOut(purchase).route
      const cold = findRouteToBuy({ protocols }, { snapshot, request: purchase }).route
      expect(warm === undefined).toBe(cold === undefined)
      if (warm !== undefined && cold !== undefined) behind.push(Number(warm.amountIn) / Number(cold.amountIn) - 1)
    }
  }
  expect(behind.length).toBeGreaterThan(roundsOf(100))
  reportMaxGap(behind)
  const mean = (1e4 * behind.reduce((sum, part) => sum + part, 0)) / behind.length
  expect(mean).toBeLessThan(3) // without restarts it is twice that or more
})

function reportMaxGap(behind: readonly number[]): number {
  const sorted = behind.toSorted((a, b) => a - b)
  const [p90 = 0, most = 0] = [0.9, 1].map((part) => 1e4 * (sorted[Math.ceil(part * sorted.length) - 1] ?? 0))
  console.info(`behind in bp, of ${behind.length}: p90 ${p90}, max ${most}`)
  return most
}
