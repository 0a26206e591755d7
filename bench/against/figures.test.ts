import { expect, test } from 'vitest'
import { figuresOf, lossesOf } from './figures.mjs'
import type { CappedRow } from './shapes.mts'

const jobs = [{ usd: 1_000 }, { usd: 1_000 }, { usd: 1_000 }]
const indexes = [0, 1, 2]
const answer = (index: number, net: bigint, bounds?: { any: bigint; capped: bigint }): CappedRow => {
  return { index, ms: 1, net, amountOut: net, claimed: net, legs: 2, overCap: false, counts: true, bounds }
}
const ours: CappedRow[] = [
  answer(0, 10_000n, { any: 10_010n, capped: 10_005n }),
  answer(1, 9_000n, { any: 9_990n, capped: 9_990n }),
  { index: 2, ms: 1, overCap: false, counts: false, fault: 'no route' },
]
const theirs = [answer(0, 9_999n), answer(1, 10_000n), answer(2, 5n)]
const results = new Map([
  ['ours', { rows: new Map(ours.map((row) => [row.index, row])) }],
  ['theirs', { rows: new Map(theirs.map((row) => [row.index, row])) }],
])

test('a runner loses by finding less than another, or nothing', () => {
  const losses = lossesOf({ indexes }, results)
  expect(losses.map(({ runner, index, best }) => [runner, index, best])).toEqual([
    ['theirs', 0, 'ours'],
    ['ours', 1, 'theirs'],
    ['ours', 2, 'theirs'],
  ])
  expect(losses.map(({ bps }) => bps)).toEqual([1, 1_000, Number.POSITIVE_INFINITY])

  const [record] = figuresOf({ jobs, indexes, capped: true }, results)
  expect(record).toMatchObject({ runner: 'ours', jobs: 3, answered: 2, wins: 1, lost: 2, behind: { p50: 1_000 } })
})

test('reports bounds below the best result, and the gap to the bound of the cap', () => {
  const [capped] = figuresOf({ jobs, indexes, capped: true }, results)
  expect(capped).toMatchObject({ boundViolations: 1, gap: { max: expect.closeTo(990.99, 1) } })
  expect(capped?.boundShort).toBeCloseTo((10 / 9_990) * 1e4, 3)
  const [any] = figuresOf({ jobs, indexes: [0], capped: false }, results)
  expect(any).toMatchObject({ boundViolations: 0, gap: { max: expect.closeTo(9.99, 2) } })
})
