/** The search against every route there is, in small markets of all kinds of pools. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptySale, sell } from '#routing/book/edge'
import { certify } from '#routing/bound/certify'
import { openProofRoom } from '#routing/bound/work'
import { foundBy } from '#routing/search/carry'
import { openRoom } from '#routing/search/room'
import { search } from '#routing/search/search'
import { smallMarket } from './routing-bound-markets.ts'
import { bestOfAll } from './routing-exhaustive.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? 20_261_121)
const runs = 500

test(`the route is within a basis point of the best of all, and the bound above both (seed ${seed})`, () => {
  const behind: number[] = []
  for (const market of fc.sample(smallMarket, { numRuns: runs, seed })) {
    const { ground, task } = market
    const best = bestOfAll(ground.book, task, market.sell)
    if (best === undefined || best.net <= 0) continue
    const room = openRoom(ground)
    const searched = search(room, task)
    if (searched === undefined) throw new Error('no route where there is one')
    const found = foundBy(room, searched)
    if (!searched.support.isWhole) {
      // the reference lets a pool keep what it cannot take; and a dust trade may end between two steps of rounded outputs
      const isKept = best.legs.some(({ edge, x }) => sell(ground.book, edge, x, emptySale()) === -1)
      expect(isKept || Math.abs(searched.support.value / best.net - 1) < 1e-4).toBe(true)
      continue
    }
    const bound = certify(openProofRoom(room), task, found)?.upperBound ?? Number.NaN
    expect(bound).toBeGreaterThanOrEqual(best.net)
    expect(bound).toBeGreaterThanOrEqual(found.net)
    behind.push((1 - found.net / best.net) * 10_000)
  }
  behind.sort((a, b) => a - b)
  console.info(`behind in bp, of ${behind.length}: p50 ${behind[behind.length >> 1]}, max ${behind.at(-1)}`)
  expect(behind.length).toBeGreaterThan(300)
  expect(behind.at(-1)).toBeLessThan(1)
}, 120_000)
