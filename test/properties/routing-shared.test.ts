/** The search over pools that share a state, as a pool and pools built on it do: a route uses at most one of them. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LivePool } from '#domain/pools/snapshot'
import { evaluate } from '#routing/answer/evaluate'
import { findRoute } from '#routing/find-route'
import { buildMarketIndex } from '#routing/index/market-index'
import { createPoolGraph, type Edge } from '#routing/index/pool-graph'
import { certify } from '#routing/proof/certify'
import { createProofWorkspace } from '#routing/proof/proof-state'
import { toIncumbent } from '#routing/search/incumbent'
import { createSearchWorkspace } from '#routing/search/workspace'
import { solve } from '#routing/solve'
import { roundsOf } from './rounds.ts'
import { findAllPaths, sellAlongPath } from './routing-bruteforce.ts'
import { findOptimum } from './routing-exhaustive.ts'
import { poolOf, protocols, randomMarket, requestOf, snapshotOf, token } from './routing-markets.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? 20_261_121)
const wad = 10n ** 18n
const rootOf = ({ pool: { base, address } }: Pick<LivePool, 'pool'>) => base ?? address

const hasDistinct = (roots: readonly string[]) => new Set(roots).size === roots.length

/** Markets in which some pools are built on others, which may be present or not. */
const sharedMarket = (size: { readonly min: number; readonly max: number }) =>
  fc
    .tuple(randomMarket(size), fc.array(fc.nat(5), { minLength: size.max, maxLength: size.max }))
    .map(([pools, bases]) =>
      pools.map((live, i): LivePool => {
        const below = pools[bases[i] ?? 0]
        const isOver = (bases[i] ?? 0) < Math.min(3, i) && below !== undefined
        return isOver ? { ...live, pool: { ...live.pool, base: rootOf(below) } } : live
      }),
    )
    .filter((pools) => pools.some(({ pool }) => pool.base !== undefined))
const anyAmount = fc.double({ min: -2, max: 4, noNaN: true }).map((e) => BigInt(Math.round(10 ** (e + 18))))

test(`a route uses at most one pool per state, and exists if a path does (seed ${seed})`, () => {
  let shared = 0
  for (const [pools, sold, gasPrice] of fc.sample(
    fc.tuple(sharedMarket({ min: 4, max: 14 }), anyAmount, fc.constantFrom(0n, 10n ** 7n, 20n * 10n ** 9n)),
    { seed, numRuns: roundsOf(400) },
  )) {
    for (const optimizeFor of ['netOutput', 'output', 'gas'] as const) {
      const request = requestOf(0, 1, sold, { optimizeFor })
      const { route } = findRoute({ protocols }, { snapshot: snapshotOf(pools, gasPrice), request })
      const apart = pools.map(({ pool: { base: _, ...pool }, state }) => ({ pool, state }))
      const { route: other } = findRoute({ protocols }, { snapshot: snapshotOf(apart, gasPrice), request })
      const ways = findAllPaths(pools, request).filter(
        (way) => hasDistinct(way.map(({ live }) => rootOf(live))) && sellAlongPath(way, sold, new Map()) > 0n,
      )
      expect(route === undefined).toBe(ways.length === 0)
      expect(hasDistinct(route?.legs.map(rootOf) ?? [])).toBe(true)
      const own = ({ pool }: Pick<LivePool, 'pool'>) => pools.find((one) => one.pool.address === pool.address)
      if (!hasDistinct(other?.legs.map((leg) => rootOf(own(leg) ?? leg)) ?? [])) shared += 1
    }
  }
  // counts the routes that would use two of them if their states were separate
  console.info(`${shared} routes would have had two`)
  expect(shared).toBeGreaterThan(roundsOf(50))
}, 120_000)

test(`97 % of routes are within 1 bp of the best of all, and the bound is above both (seed ${seed})`, () => {
  const behind: number[] = []
  for (const [pools, sold] of fc.sample(fc.tuple(sharedMarket({ min: 4, max: 9 }), anyAmount), {
    seed,
    numRuns: roundsOf(300),
  })) {
    const market = createPoolGraph({ protocols }, pools)
    const [source, target] = [market.numbers.get(token(0)), market.numbers.get(token(1))]
    if (source === undefined || target === undefined) continue
    const ground = buildMarketIndex(market, { wrapped: token(0), gasPrice: 0n })
    const limits = { maxHops: 6, maxSplits: 64, maxLegs: 64 }
    const task = { source, target, amount: Number(sold), gasValue: 0, passedGas: 0, limits }
    const best = findOptimum(ground.book, task)
    if (best === undefined || best.net <= 0) continue
    const workspace = createSearchWorkspace(ground)
    const proofs = createProofWorkspace(workspace)
    const searched = solve({ workspace, proofs }, task)
    if (searched?.support.isWhole !== true) throw new Error('no route where there is one')
    const found = toIncumbent(workspace, searched)
    const bound = certify(proofs, task, found)?.upperBound ?? Number.NaN
    expect(bound).toBeGreaterThanOrEqual(best.net)
    expect(bound).toBeGreaterThanOrEqual(found.net)
    behind.push((1 - found.net / best.net) * 10_000)
  }
  behind.sort((a, b) => a - b)
  console.info(
    `behind in bp, of ${behind.length}: p50 ${behind[behind.length >> 1]}, p95 ${behind[Math.floor(behind.length * 0.95)]}, max ${behind.at(-1)}`,
  )
  expect(behind.length).toBeGreaterThan(roundsOf(150))
  // no single move tells which of several mutually exclusive pools is the right one
  expect(behind[Math.floor(behind.length * 0.97)]).toBeLessThan(1)
}, 120_000)

test('rejects legs over two pools that share a state', () => {
  const [one, two] = [poolOf(1, [0, 1], [wad, wad]), poolOf(2, [1, 2], [wad, wad])]
  const over = { ...two, pool: { ...two.pool, base: one.pool.address } }
  const trade = { tokenIn: token(0), tokenOut: token(2), amountIn: requestOf(0, 2, 1_000n).amountIn }
  const legs = (pools: readonly LivePool[]) =>
    pools.map(({ pool: { tokens } }) => {
      const { edges } = createPoolGraph({ protocols }, pools)
      const edge = edges.find(({ live, from }) => live.pool.tokens === tokens && from === 0)
      return { edge: edge as Edge, share32: 2 ** 32 }
    })
  expect(evaluate(legs([one, two]), trade)?.legs.length).toBe(2)
  expect(evaluate(legs([one, over]), trade)).toBeUndefined()
})
