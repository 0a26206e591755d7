/** Compares the proven minimum input with every route, in small markets of all kinds of pools. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LivePool } from '#domain/pools/snapshot'
import { amount } from '#domain/units'
import { toIntegerBound } from '#routing/answer/optimality'
import { findMinInput } from '#routing/exact-out/min-input'
import { findRoute, findRouteToBuy } from '#routing/find-route'
import { certify } from '#routing/proof/certify'
import { createProofWorkspace } from '#routing/proof/proof-state'
import { toIncumbent } from '#routing/search/incumbent'
import { search } from '#routing/search/search'
import { createSearchWorkspace } from '#routing/search/workspace'
import { roundsOf } from './rounds.ts'
import { type SmallMarket, smallMarket } from './routing-bound-markets.ts'
import { findAllPaths, gasOfPath, sellAlongPath } from './routing-bruteforce.ts'
import { findOptimum } from './routing-exhaustive.ts'
import { protocols, randomMarket, requestOf, snapshotOf } from './routing-markets.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? 20_261_121)
const [small, whole] = [roundsOf(150), 100]
/** Cost of the gas outside the legs, as part of the net output. */
const everyPart = 1e-3
const halvings = 8
const maxHalved = roundsOf(25)

const formatQuantiles = (gaps: readonly number[]) => {
  const sorted = gaps.toSorted((a, b) => a - b)
  return [0.5, 0.9, 1]
    .map((part) => (sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN).toFixed(4))
    .join(' / ')
}

/**
 * The smallest input with which any route has this net output, by bisection between the bound and the task's amount.
 */
function findMinInputOfAll({ index: ground, task, sell }: SmallMarket, net: number, bound: number): number {
  let [short, enough] = [bound, task.amount]
  for (let halving = 0; halving < halvings; halving += 1) {
    const middle = (short + enough) / 2
    const best = findOptimum(ground.book, { ...task, amount: middle }, sell)
    if ((best?.net ?? 0) >= net) enough = middle
    else short = middle
  }
  return enough
}

test(`no route below the minimum input reaches the net output (seed ${seed})`, () => {
  const toBound: number[] = []
  const ofBound: number[] = []
  const ofSale: number[] = []
  for (const market of fc.sample(smallMarket, { numRuns: small, seed })) {
    const { index: ground, task, sell } = market
    const workspace = createSearchWorkspace(ground)
    const searched = search(workspace, task)
    if (searched === undefined || !searched.support.isWhole || searched.support.value < 1e6) continue
    const found = toIncumbent(workspace, searched)
    const proofs = createProofWorkspace(workspace)
    const everyRoute = found.net * everyPart
    const worth = BigInt(Math.floor(found.net - everyRoute))
    const upperBound = toIntegerBound(certify(proofs, task, found), everyRoute)
    if (upperBound === undefined || upperBound < worth) throw new Error('the search is above its bound')
    const sold = amount(BigInt(task.amount))
    const least = findMinInput(proofs, { task, found, sold, everyRoute, upperBound, worth })
    if (least === undefined) continue
    const bound = Number(least.lowerBound)
    const net = Number(worth) + everyRoute
    for (const part of [1, 0.99]) {
      const best = findOptimum(ground.book, { ...task, amount: (bound - 1) * part }, sell)
      expect(best?.net ?? 0, `${part} of ${bound}`).toBeLessThan(net)
    }
    toBound.push(least.gapPpm / 100)
    ofSale.push((Number(upperBound - worth) / Number(worth)) * 10_000)
    if (ofBound.length < maxHalved) ofBound.push((findMinInputOfAll(market, net, bound) / bound - 1) * 10_000)
  }
  console.info(
    `bp from what the sale leaves to its bound, p50 / p90 / max of ${ofSale.length}: ${formatQuantiles(ofSale)}`,
  )
  console.info(`bp from the route to the bound, p50 / p90 / max of ${toBound.length}: ${formatQuantiles(toBound)}`)
  console.info(`bp from the least of all routes to the bound, of ${ofBound.length}: ${formatQuantiles(ofBound)}`)
  expect(toBound.length).toBeGreaterThan(roundsOf(100))
  expect(Math.min(...ofBound)).toBeGreaterThan(0)
  expect(toBound.filter((gap) => gap < 2).length / toBound.length).toBeGreaterThan(0.9)
}, 120_000)

/** The largest net output of a single path, with gas at a price in the output token. */
function findBestSinglePath(pools: readonly LivePool[], amountIn: bigint, costOf: (gas: bigint) => bigint): bigint {
  const left = findAllPaths(pools, requestOf(0, 1, 1n)).map(
    (way) => sellAlongPath(way, amountIn, new Map()) - costOf(gasOfPath(way)),
  )
  return left.reduce((most, one) => (one > most ? one : most), -(1n << 128n))
}

test(`exact output states its gap; a smaller input is not enough, over one path or split (seed ${seed})`, () => {
  const gaps: number[] = []
  const beyondSale: number[] = []
  const wanted = fc.double({ min: -2, max: 3, noNaN: true }).map((e) => BigInt(Math.round(10 ** (e + 18))))
  const gasPrice = fc.constantFrom(0n, 10n ** 7n, 20n * 10n ** 9n)
  for (const [pools, out, price] of fc.sample(fc.tuple(randomMarket(), wanted, gasPrice), { numRuns: whole, seed })) {
    const snapshot = snapshotOf(pools, price)
    const { amountIn: _, ...terms } = requestOf(0, 1, 1n)
    const { route } = findRouteToBuy({ protocols }, { snapshot, request: { ...terms, amountOut: amount(out) } })
    const least = route?.optimality?.minInput
    if (route === undefined || least === undefined) continue
    gaps.push(least.gapPpm / 100)
    beyondSale.push(least.gapPpm / ((route.optimality?.gapPpm ?? 0) + 1))
    expect(least.lowerBound).toBeLessThanOrEqual(route.amountIn)
    expect(least.lowerBound).toBeGreaterThan(0n)
    const gasInOut = route.gasInTokenOut ?? 0n
    const worth = out - gasInOut
    const less = least.lowerBound - 1n
    expect(findBestSinglePath(pools, less, (gas) => (gas * gasInOut) / route.gas)).toBeLessThan(worth)
    const divided = findRoute({ protocols }, { snapshot, request: requestOf(0, 1, less) }).route
    expect((divided?.amountOut ?? 0n) - (divided?.gasInTokenOut ?? 0n)).toBeLessThan(worth)
  }
  console.info(`bp from the purchase to the bound, p50 / p90 / max of ${gaps.length}: ${formatQuantiles(gaps)}`)
  expect(gaps.length).toBeGreaterThan(50)
  // the marginal price is at least half of the average one, so the two gaps are similar
  expect(beyondSale.filter((times) => times < 2.2).length / gaps.length).toBeGreaterThan(0.95)
}, 120_000)
