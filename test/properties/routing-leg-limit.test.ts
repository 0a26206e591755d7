/** The bound under a leg limit, compared with every set of legs within it, in small markets where the limit binds. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Task } from '#routing/index/task'
import { certify } from '#routing/proof/certify'
import { extendPrices } from '#routing/proof/extend-prices'
import { boundByLegs } from '#routing/proof/leg-bound'
import { boundByLegBranches } from '#routing/proof/leg-branches'
import { createLegDual } from '#routing/proof/leg-dual'
import { type DecidedEdges, layoutOf } from '#routing/proof/leg-point'
import { createProofWorkspace, type ProofState, prove } from '#routing/proof/proof-state'
import { tightenUpperBound } from '#routing/proof/tighten-upper-bound'
import { createSearchWorkspace } from '#routing/search/workspace'
import { marketOfMany, type SmallMarket, smallMarket } from './routing-bound-markets.ts'
import { type ExhaustiveOptimum, findOptimum } from './routing-exhaustive.ts'

const seed = Number(process.env['SWAPLINE_SEED'] ?? 20_261_126)

interface Limited {
  readonly market: SmallMarket
  readonly task: Task
  /** The best of all routes within the limit. */
  readonly best: ExhaustiveOptimum
}

const limited = [...solveLimited(smallMarket, 400), ...solveLimited(marketOfMany, 200)]

/** Under every limit below the number of legs of the best route without one. */
function solveLimited(markets: fc.Arbitrary<SmallMarket>, numRuns: number): readonly Limited[] {
  return fc.sample(markets, { numRuns, seed }).flatMap((market) => {
    const free = findOptimum(market.index.book, market.task, market.sell)
    const limits = Array.from({ length: Math.max(0, (free?.legs.length ?? 0) - 2) }, (_, i) => i + 2)
    return limits.flatMap((maxLegs) => {
      const task = { ...market.task, limits: { ...market.task.limits, maxLegs } }
      const best = findOptimum(market.index.book, task, market.sell)
      return best === undefined || best.net <= 0 ? [] : [{ market, task, best }]
    })
  })
}

function proveLimited<T>({ market, task, best }: Limited, run: (state: ProofState) => T): T {
  const proofs = createProofWorkspace(createSearchWorkspace(market.index))
  const result = prove(proofs, task, best, run)
  if (result === undefined) throw new Error('nothing leads to the output token')
  return result
}

const withMargin = (bound: number) => bound * (1 + 1e-9) + 1

test(`no route within the limit beats its bound, which is mostly close to the best (seed ${seed})`, () => {
  const gaps: { readonly before: number; readonly after: number }[] = []
  for (const one of limited) {
    const proofs = createProofWorkspace(createSearchWorkspace(one.market.index))
    const bound = certify(proofs, one.task, one.best)?.upperBound ?? Number.NaN
    expect(bound, `${one.task.limits.maxLegs} legs`).toBeGreaterThanOrEqual(one.best.net)
    const poor = { ...one.best, legs: one.best.legs.slice(0, one.task.limits.maxLegs), net: one.best.net * 0.98 }
    expect(certify(proofs, one.task, poor)?.upperBound ?? Number.NaN).toBeGreaterThanOrEqual(one.best.net)
    const before = proveLimited(one, (state) => {
      const { work, spread } = tightenUpperBound(state, one.best.net)
      return boundByLegs(work, spread.bound).bound
    })
    gaps.push({ before: (before / one.best.net - 1) * 10_000, after: ((bound - 1) / one.best.net - 1) * 10_000 })
  }
  const wide = gaps.filter(({ before }) => before > 1)
  const closed = wide.filter(({ after }) => after < 0.5)
  console.info(`${limited.length} limits; of ${wide.length} gaps above 1 bp by a leg price, ${closed.length} closed`)
  expect(limited.length).toBeGreaterThan(150)
  expect(wide.length).toBeGreaterThan(30)
  expect(closed.length / wide.length).toBeGreaterThan(0.6)
}, 120_000)

test('branches over all nodes never lose the best route', () => {
  for (const one of limited) {
    const bound = proveLimited(one, (state) => {
      const legs = boundByLegs(state, Number.MAX_VALUE)
      return boundByLegBranches(state, legs, { min: 0, enough: 0 })
    })
    expect(withMargin(bound)).toBeGreaterThanOrEqual(one.best.net)
  }
}, 120_000)

const drawnPoint = fc.record({
  offsets: fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), { minLength: 6, maxLength: 6 }),
  legPrice: fc.double({ min: -5, max: -1, noNaN: true }),
  fees: fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: 12, maxLength: 12 }),
  decisions: fc.array(fc.nat(9), { minLength: 40, maxLength: 40 }),
})

test('arbitrary prices and fees prove a bound, also of routes of which some legs are known', () => {
  const points = fc.sample(drawnPoint, { numRuns: limited.length, seed })
  limited.forEach((one, i) => {
    const { offsets, legPrice, fees, decisions } = points[i] as (typeof points)[number]
    const inRoute = new Set(one.best.legs.map(({ edge }) => edge))
    const decided: DecidedEdges = new Map(
      decisions.flatMap((draw, edge): readonly (readonly [number, 'used' | 'barred'])[] => {
        if (edge >= one.market.index.book.edges || draw > 3) return []
        return [[edge, inRoute.has(edge) ? 'used' : 'barred']]
      }),
    )
    const bound = proveLimited(one, (state) => {
      extendPrices(state)
      const { tokens } = state.core
      const layout = layoutOf(tokens.length)
      const at = new Float64Array(layout.size)
      at[layout.legPrice] = one.best.net * 10 ** legPrice
      tokens.forEach((_, place) => {
        at[place] = Math.log(state.prices[place] ?? 1) + (place === 1 ? 0 : (offsets[place] ?? 0))
        if (place < 2) return
        at[layout.entryFee + place] = (fees[place] ?? 0) * (at[layout.legPrice] ?? 0)
        at[layout.exitFee + place] = (fees[place + 6] ?? 0) * (at[layout.legPrice] ?? 0)
      })
      const excess = Float64Array.from(tokens, (_, place) => offsets[place] ?? 0)
      const dual = createLegDual({ scope: state.scope, tokens, prices: state.workspace.prices, excess })
      return dual.evaluate(at, decided)
    })
    expect(withMargin(bound), `${one.task.limits.maxLegs} legs`).toBeGreaterThanOrEqual(one.best.net)
  })
})
