/** The search against every route there is, in small markets of all kinds of pools. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptySale, sell } from '#routing/book/edge'
import { certify } from '#routing/bound/certify'
import { openProofRoom } from '#routing/bound/work'
import { foundBy } from '#routing/search/carry'
import { openRoom } from '#routing/search/room'
import { solve } from '#routing/solve'
import { type SmallMarket, smallMarket } from './routing-bound-markets.ts'
import { bestOfAll } from './routing-exhaustive.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? 20_261_121)
const mostLegs = 64

/** Basis points that the search is behind the best of all routes; `undefined` where there is nothing to compare. */
function behindBest({ ground, task: asked, sell: sellExactly }: SmallMarket, maxLegs: number): number | undefined {
  const task = { ...asked, limits: { ...asked.limits, maxLegs } }
  const best = bestOfAll(ground.book, task, sellExactly)
  if (best === undefined || best.net <= 0) return undefined
  const room = openRoom(ground)
  const proofs = openProofRoom(room)
  const searched = solve({ room, proofs }, task)
  const value = searched?.support.value ?? Number.NEGATIVE_INFINITY
  if (searched?.support.isWhole !== true || value === Number.NEGATIVE_INFINITY) {
    // the reference lets a pool keep what it cannot take; and a dust trade may end between two steps of rounded outputs
    const isKept = best.legs.some(({ edge, x }) => sell(ground.book, edge, x, emptySale()) === -1)
    expect(isKept || Math.abs(value / best.net - 1) < 1e-4).toBe(true)
    return undefined
  }
  const found = foundBy(room, searched)
  const bound = certify(proofs, task, found)?.upperBound ?? Number.NaN
  expect(bound).toBeGreaterThanOrEqual(best.net)
  expect(bound).toBeGreaterThanOrEqual(found.net)
  return (1 - found.net / best.net) * 10_000
}

test.each([
  [mostLegs, 500],
  [2, 150],
  [3, 150],
  [4, 150],
])(
  `of up to %i legs the route is within a basis point of the best of all, and the bound above both (seed ${seed})`,
  (legs, runs) => {
    const gaps = fc.sample(smallMarket, { numRuns: runs, seed }).map((market) => behindBest(market, legs))
    const behind = gaps.filter((gap) => gap !== undefined).sort((a, b) => a - b)
    console.info(`behind in bp, of ${behind.length}: p50 ${behind[behind.length >> 1]}, max ${behind.at(-1)}`)
    expect(behind.length).toBeGreaterThan(0.6 * runs)
    expect(behind.at(-1)).toBeLessThan(1)
  },
  120_000,
)

test.each([
  ['a drained pool made legs look better than they are', 5, 412],
  ['the best pool of a detour was in the route already', 6, 310],
  ['so it was of the only way to use a deep pool', 12, 353],
  ['a detour of two legs from a token between', 10, 164],
  ['a detour of two small pools', 17, 61],
])('missed once: %s', (_, ofSeed, number) => {
  const [market] = fc.sample(smallMarket, { numRuns: 1, seed: ofSeed, path: String(number - 1) }) as [SmallMarket]
  expect(behindBest(market, mostLegs)).toBeLessThan(1)
})
