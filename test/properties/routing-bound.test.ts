import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MarketIndex } from '#routing/index/market-index'
import { evaluateDual } from '#routing/proof/arbitrage'
import { certify } from '#routing/proof/certify'
import { createProofWorkspace, prove } from '#routing/proof/proof-state'
import { createShortfalls, minPathShortfall, minSplitShortfall } from '#routing/proof/shortfall'
import { maxSinglePathNet } from '#routing/proof/single-path-bound'
import { createSearchWorkspace } from '#routing/search/workspace'
import { marketOfMany, type SmallMarket, smallMarket } from './routing-bound-markets.ts'
import { type ExhaustiveOptimum, findOptimum } from './routing-exhaustive.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? 20_261_121)
const runs = 500

interface Solved extends SmallMarket {
  readonly best: ExhaustiveOptimum
}

/** Markets in which some route has a positive net output, each with the best of all its routes by the exact pools. */
const solvedMarkets = solveMarkets(smallMarket, runs)
const solvedMany = solveMarkets(marketOfMany, 300)

function solveMarkets(markets: fc.Arbitrary<SmallMarket>, numRuns: number): readonly Solved[] {
  return fc.sample(markets, { numRuns, seed }).flatMap((market) => {
    const best = findOptimum(market.index.book, market.task, market.sell)
    return best === undefined || best.net <= 0 ? [] : [{ ...market, best }]
  })
}

const createProofs = (index: MarketIndex) => createProofWorkspace(createSearchWorkspace(index))

const formatQuantiles = (gaps: readonly number[]) => {
  const sorted = gaps.toSorted((a, b) => a - b)
  return [0.5, 0.9, 1]
    .map((part) => (sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN).toFixed(4))
    .join(' / ')
}

test(`no route beats the bound, and the bound is tight (seed ${seed})`, () => {
  const gaps: { readonly isShared: boolean; readonly gap: number }[] = []
  for (const { index: ground, task, best, isShared } of solvedMarkets) {
    const certificate = certify(createProofs(ground), task, best)
    const bound = certificate?.upperBound ?? Number.NaN
    expect(bound, `${best.legs.length} legs of ${ground.book.edges} edges`).toBeGreaterThanOrEqual(best.net)
    expect(certificate?.boundWithoutLegLimit).toBeGreaterThanOrEqual(bound)
    gaps.push({ isShared, gap: ((bound - 1) / best.net - 1) * 10_000 })
  }
  const two = gaps.filter(({ isShared }) => !isShared).map(({ gap }) => gap)
  const three = gaps.filter(({ isShared }) => isShared).map(({ gap }) => gap)
  console.info(
    `gap in bp, p50 / p90 / max: pools of two tokens (${two.length}) ${formatQuantiles(two)}, some of three (${three.length}) ${formatQuantiles(three)}`,
  )
  expect(solvedMarkets.length).toBeGreaterThan(300)
  expect(two.filter((gap) => gap < 1).length / two.length).toBeGreaterThan(0.9)
  expect(three.filter((gap) => gap < 1).length / three.length).toBeGreaterThan(0.9)
})

test('the bound under a leg limit is never below the best route within it', () => {
  const gaps: number[] = []
  for (const { index: ground, task, best, sell } of solvedMarkets
    .filter(({ best: { legs } }) => legs.length > 2)
    .slice(0, 120)) {
    const limited = { ...task, limits: { ...task.limits, maxLegs: 2 } }
    const few = findOptimum(ground.book, limited, sell)
    if (few === undefined || few.net <= 0) continue
    const bound = certify(createProofs(ground), limited, few)?.upperBound ?? Number.NaN
    expect(bound).toBeGreaterThanOrEqual(few.net)
    gaps.push((bound / few.net - 1) * 10_000)
    expect(certify(createProofs(ground), limited, few)?.boundWithoutLegLimit).toBeGreaterThanOrEqual(best.net)
  }
  console.info(`gap in bp under a limit of two legs (${gaps.length}): ${formatQuantiles(gaps)}`)
  expect(gaps.length).toBeGreaterThan(20)
})

test('arbitrary prices prove a bound, also after subtracting the path shortfall', () => {
  const drawn = fc.sample(fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: 6, maxLength: 6 }), {
    numRuns: solvedMarkets.length,
    seed,
  })
  solvedMarkets.forEach(({ index: ground, task, best }, i) => {
    const proofs = createProofs(ground)
    const bounds = prove(proofs, task, best, ({ scope, core, prices }) => {
      core.tokens.forEach((token, place) => {
        const off = token === task.target ? 0 : (drawn[i]?.[token] ?? 0)
        proofs.prices[token] = (prices[place] ?? 0) * Math.exp(off)
      })
      const { bound } = evaluateDual(scope, proofs.prices)
      const shortfalls = createShortfalls(proofs.shortfalls, scope, proofs.prices)
      return {
        oneWay: bound - minPathShortfall(proofs.dijkstra, scope, shortfalls, bound),
        several: bound - minSplitShortfall(proofs.dijkstra, scope, shortfalls, bound),
      }
    })
    if (bounds === undefined) throw new Error('nothing leads to the target')
    expect(bounds.oneWay * (1 + 1e-9) + 1).toBeGreaterThanOrEqual(best.net)
    const froms = new Set(best.legs.map(({ edge }) => ground.book.from[edge]))
    const isSeveral = best.legs.length > froms.size && froms.size > 1
    if (isSeveral) expect(bounds.several * (1 + 1e-9) + 1).toBeGreaterThanOrEqual(best.net)
  })
})

test('the bound does not depend on the route found: it covers the best route even for a poor incumbent', () => {
  for (const { index: ground, task, best } of solvedMarkets) {
    const poor = { ...best, legs: best.legs.slice(0, 1), net: best.net * 0.7 }
    const bound = certify(createProofs(ground), task, poor)?.upperBound ?? Number.NaN
    expect(bound, `${best.legs.length} legs`).toBeGreaterThanOrEqual(best.net)
  }
})

test('branching tightens most bounds that leave a gap to the best of all routes', () => {
  const gaps: { readonly before: number; readonly after: number }[] = []
  for (const { index: ground, task, best } of solvedMany) {
    const certificate = certify(createProofs(ground), task, best)
    expect(certificate?.upperBound, `${best.legs.length} legs`).toBeGreaterThanOrEqual(best.net)
    const [before, after] = [certificate?.rootBound, certificate?.upperBound].map(
      (bound = Number.NaN) => ((bound - 1) / best.net - 1) * 10_000,
    )
    if (before !== undefined && after !== undefined && before > 0.1) gaps.push({ before, after })
  }
  const closed = gaps.filter(({ after }) => after < 0.05)
  console.info(
    `${closed.length} of ${gaps.length} closed; gap in bp before ${formatQuantiles(gaps.map(({ before }) => before))}, after ${formatQuantiles(gaps.map(({ after }) => after))}`,
  )
  expect(gaps.length).toBeGreaterThan(15)
  expect(closed.length / gaps.length).toBeGreaterThan(0.75)
})

test('a proof that resumes that of another amount, or has a poor incumbent, is still a bound', () => {
  for (const { index: ground, task, sell, best } of solvedMany.slice(0, 100)) {
    const proofs = createProofs(ground)
    const proven = certify(proofs, task, best)
    const less = { ...task, amount: task.amount * 0.95 }
    const next = findOptimum(ground.book, less, sell)
    if (next === undefined || next.net <= 0) continue
    for (const net of [1, 1 - 3e-3].map((part) => part * next.net)) {
      const bounds = [proven, undefined].map((before) => certify(proofs, less, { ...next, net, proven: before }))
      for (const bound of bounds)
        expect(bound?.upperBound ?? Number.NaN, `${next.legs.length} legs`).toBeGreaterThanOrEqual(next.net)
    }
  }
})

test('bounds the best single path, starting from half of its net output', () => {
  let compared = 0
  for (const { index: ground, task, sell, best, isShared } of solvedMarkets) {
    const undivided = findOptimum(ground.book, { ...task, limits: { ...task.limits, maxSplits: 1 } }, sell)
    if (undivided === undefined || undivided.net <= 0 || isShared) continue
    const proofs = createProofs(ground)
    const single = prove(proofs, task, best, ({ scope }) => maxSinglePathNet(scope, proofs.prices, undivided.net * 0.5))
    if (single === undefined) continue
    expect(single).toBeGreaterThanOrEqual(undivided.net * (1 - 1e-9) - 1)
    compared += 1
  }
  expect(compared).toBeGreaterThan(50)
})

test('proofs are the same after their workspace has served other requests', () => {
  for (const { index: ground, task, best } of solvedMarkets.slice(0, 60)) {
    const proofs = createProofs(ground)
    const first = certify(proofs, task, best)
    certify(proofs, { ...task, amount: task.amount * 3 }, best)
    certify(proofs, { ...task, gasValue: 0 }, best)
    expect(certify(proofs, task, best)).toEqual(first)
  }
})
