import fc from 'fast-check'
import { expect, test } from 'vitest'
import { certify } from '#routing/bound/certify'
import { leastOfOneWay, leastOfSeveralWays } from '#routing/bound/completion'
import { scanPairs } from '#routing/bound/scan'
import { openShortfalls } from '#routing/bound/shortfall'
import { bestSingleWay } from '#routing/bound/single-way'
import { closeWork, openProofRoom, openWork } from '#routing/bound/work'
import type { Ground } from '#routing/search/core'
import { openRoom } from '#routing/search/room'
import { marketOfMany, type SmallMarket, smallMarket } from './routing-bound-markets.ts'
import { bestOfAll, type Exhausted } from './routing-exhaustive.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? 20_261_121)
const runs = 500

interface Solved extends SmallMarket {
  readonly best: Exhausted
}

/** Markets in which some route gives something, each with the best of all its routes by the exact pools. */
const solved = solve(smallMarket, runs)
const ofMany = solve(marketOfMany, 300)

function solve(markets: fc.Arbitrary<SmallMarket>, numRuns: number): readonly Solved[] {
  return fc.sample(markets, { numRuns, seed }).flatMap((market) => {
    const best = bestOfAll(market.ground.book, market.task, market.sell)
    return best === undefined || best.net <= 0 ? [] : [{ ...market, best }]
  })
}

const proofsOver = (ground: Ground) => openProofRoom(openRoom(ground))

const quantiles = (gaps: readonly number[]) => {
  const sorted = gaps.toSorted((a, b) => a - b)
  return [0.5, 0.9, 1]
    .map((part) => (sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN).toFixed(4))
    .join(' / ')
}

test(`no route of all there are beats the bound, and the bound is near (seed ${seed})`, () => {
  const gaps: { readonly isShared: boolean; readonly gap: number }[] = []
  for (const { ground, task, best, isShared } of solved) {
    const certificate = certify(proofsOver(ground), task, best)
    const bound = certificate?.upperBound ?? Number.NaN
    expect(bound, `${best.legs.length} legs of ${ground.book.edges} edges`).toBeGreaterThanOrEqual(best.net)
    expect(certificate?.uncapped).toBeGreaterThanOrEqual(bound)
    gaps.push({ isShared, gap: ((bound - 1) / best.net - 1) * 10_000 })
  }
  const two = gaps.filter(({ isShared }) => !isShared).map(({ gap }) => gap)
  const three = gaps.filter(({ isShared }) => isShared).map(({ gap }) => gap)
  console.info(
    `gap in bp, p50 / p90 / max: pools of two tokens (${two.length}) ${quantiles(two)}, some of three (${three.length}) ${quantiles(three)}`,
  )
  expect(solved.length).toBeGreaterThan(300)
  expect(two.filter((gap) => gap < 1).length / two.length).toBeGreaterThan(0.9)
})

test('the bound of limited legs is never below the best route of so few legs', () => {
  const gaps: number[] = []
  for (const { ground, task, best, sell } of solved.filter(({ best: { legs } }) => legs.length > 2).slice(0, 120)) {
    const limited = { ...task, limits: { ...task.limits, maxLegs: 2 } }
    const few = bestOfAll(ground.book, limited, sell)
    if (few === undefined || few.net <= 0) continue
    const bound = certify(proofsOver(ground), limited, few)?.upperBound ?? Number.NaN
    expect(bound).toBeGreaterThanOrEqual(few.net)
    gaps.push((bound / few.net - 1) * 10_000)
    expect(certify(proofsOver(ground), limited, few)?.uncapped).toBeGreaterThanOrEqual(best.net)
  }
  console.info(`gap in bp under a limit of two legs (${gaps.length}): ${quantiles(gaps)}`)
  expect(gaps.length).toBeGreaterThan(20)
})

test('whatever the prices, they prove a bound; only what a way lacks may be taken off it', () => {
  const drawn = fc.sample(fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: 6, maxLength: 6 }), {
    numRuns: solved.length,
    seed,
  })
  solved.forEach(({ ground, task, best }, i) => {
    const room = proofsOver(ground)
    const work = openWork(room, task, best)
    if (work === undefined) throw new Error('nothing leads to the target')
    const { scope, core } = work
    core.tokens.forEach((token, place) => {
      const off = token === task.target ? 0 : (drawn[i]?.[token] ?? 0)
      room.prices[token] = (work.prices[place] ?? 0) * Math.exp(off)
    })
    const { bound } = scanPairs(scope, room.prices)
    const shortfalls = openShortfalls(room.shortfalls, scope, room.prices)
    const oneWay = bound - leastOfOneWay(room.ways, scope, shortfalls, bound)
    expect(oneWay * (1 + 1e-9) + 1).toBeGreaterThanOrEqual(best.net)
    const froms = new Set(best.legs.map(({ edge }) => ground.book.from[edge]))
    const isSeveral = best.legs.length > froms.size && froms.size > 1
    const several = bound - leastOfSeveralWays(room.ways, scope, shortfalls, bound)
    if (isSeveral) expect(several * (1 + 1e-9) + 1).toBeGreaterThanOrEqual(best.net)
    closeWork(work)
  })
})

test('the bound does not lean on what was found: a poor route has the best one under its bound too', () => {
  for (const { ground, task, best } of solved) {
    const poor = { ...best, legs: best.legs.slice(0, 1), net: best.net * 0.7 }
    const bound = certify(proofsOver(ground), task, poor)?.upperBound ?? Number.NaN
    expect(bound, `${best.legs.length} legs`).toBeGreaterThanOrEqual(best.net)
  }
})

test('asked of single pools, most bounds that leave something open come down to the best of all routes', () => {
  const gaps: { readonly before: number; readonly after: number }[] = []
  for (const { ground, task, best } of ofMany) {
    const certificate = certify(proofsOver(ground), task, best)
    expect(certificate?.upperBound, `${best.legs.length} legs`).toBeGreaterThanOrEqual(best.net)
    const [before, after] = [certificate?.unasked, certificate?.upperBound].map(
      (bound = Number.NaN) => ((bound - 1) / best.net - 1) * 10_000,
    )
    if (before !== undefined && after !== undefined && before > 0.1) gaps.push({ before, after })
  }
  const closed = gaps.filter(({ after }) => after < 0.05)
  console.info(
    `${closed.length} of ${gaps.length} closed; gap in bp before ${quantiles(gaps.map(({ before }) => before))}, after ${quantiles(gaps.map(({ after }) => after))}`,
  )
  expect(gaps.length).toBeGreaterThan(15)
  expect(closed.length / gaps.length).toBeGreaterThan(0.75)
})

test('a proof is a bound too where it goes on from that of another amount, or the found route is a poor one', () => {
  for (const { ground, task, sell, best } of ofMany.slice(0, 100)) {
    const proofs = proofsOver(ground)
    const proven = certify(proofs, task, best)
    const less = { ...task, amount: task.amount * 0.95 }
    const next = bestOfAll(ground.book, less, sell)
    if (next === undefined || next.net <= 0) continue
    for (const net of [1, 1 - 3e-3].map((part) => part * next.net)) {
      const bounds = [proven, undefined].map((before) => certify(proofs, less, { ...next, net, proven: before }))
      for (const bound of bounds)
        expect(bound?.upperBound ?? Number.NaN, `${next.legs.length} legs`).toBeGreaterThanOrEqual(next.net)
    }
  }
})

test('of undivided ways the best is found, whatever is known before', () => {
  let compared = 0
  for (const { ground, task, sell, best, isShared } of solved) {
    const undivided = bestOfAll(ground.book, { ...task, limits: { ...task.limits, maxSplits: 1 } }, sell)
    const room = proofsOver(ground)
    const work = openWork(room, task, best)
    if (undivided === undefined || undivided.net <= 0 || work === undefined || isShared) continue
    const single = bestSingleWay(work.scope, { prices: room.prices, touched: [] }, undivided.net * 0.5)
    if (single === undefined) continue
    expect(single).toBeGreaterThanOrEqual(undivided.net * (1 - 1e-9) - 1)
    compared += 1
  }
  expect(compared).toBeGreaterThan(50)
})

test('proofs whose room has served other questions are the same', () => {
  for (const { ground, task, best } of solved.slice(0, 60)) {
    const proofs = proofsOver(ground)
    const first = certify(proofs, task, best)
    certify(proofs, { ...task, amount: task.amount * 3 }, best)
    certify(proofs, { ...task, gasValue: 0 }, best)
    expect(certify(proofs, task, best)).toEqual(first)
  }
})
