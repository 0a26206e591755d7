import { f64, i32 } from '#math/typed'
import type { Task } from '#routing/index/task'
import type { Incumbent, PricedLegs } from '#routing/search/incumbent'
import { type ExtendedPrices, extendPrices } from './extend-prices.ts'
import { type ProofState, type ProofWorkspace, prove } from './proof-state.ts'
import { computeLegCost, type Scope } from './scope.ts'
import { anneal, tightenUpperBound } from './tighten-upper-bound.ts'
import { legBoundTuning } from './tuning.ts'

export interface LegBound extends PricedLegs {
  readonly bound: number
}

const { maxRounds, fromAfar, near, precision } = legBoundTuning

/**
 * Upper bound on the net output of routes of at most `maxLegs` legs: at any prices D · ν_s plus the `maxLegs` largest
 * surpluses. The prices are optimized with a price per leg, which is right when it equals the surplus of the first pool
 * left out.
 * @param uncapped the bound without the leg limit
 */
export function boundByLegs(state: ProofState, uncapped: number): LegBound {
  const { scope, found } = state
  const legs = scope.task.limits.maxLegs
  const before = found.proven?.legs
  const start = before ?? found.pricedLegs
  const prices = Float64Array.from(
    state.core.tokens,
    (token, place) => start?.prices.get(token) ?? f64(state.prices, place),
  )
  let bound = uncapped
  let legPrice = start?.legPrice ?? Math.max(findMinGain(scope, found), 1e-9 * uncapped)
  const rounds = before === undefined ? maxRounds.fromAfar : maxRounds.near
  for (let round = 0; round < rounds; round += 1) {
    anneal({ ...state, prices }, round === 0 && start === undefined ? fromAfar : near, { gasPart: 1, legPrice })
    const spread = extendPrices({ ...state, prices })
    const { kept, leftOut } = sumLargestSurpluses(spread, legs)
    bound = Math.min(bound, kept)
    if (Math.abs(leftOut - legPrice) < precision * legPrice) break
    legPrice = leftOut > 0 ? Math.sqrt(legPrice * leftOut) : legPrice * 0.4
  }
  const priced = new Map(state.core.tokens.map((token, place) => [token, f64(prices, place)]))
  return { bound, legPrice, prices: priced }
}

/** The smallest gain of a route's legs, at its own prices. */
function findMinGain(scope: Scope, { legs, prices }: Incumbent): number {
  const { from, to } = scope.index.book
  const price = (token: number) => prices.get(token) ?? 0
  const gains = legs.map(
    ({ edge, x, y }) => price(i32(to, edge)) * y - price(i32(from, edge)) * x - computeLegCost(scope, edge),
  )
  return Math.max(0, Math.min(...gains))
}

/** The bound with only the `legs` largest surpluses, and the largest of the others. */
function sumLargestSurpluses({ bound, surpluses }: ExtendedPrices, legs: number): { kept: number; leftOut: number } {
  const values = Float64Array.from(surpluses, ({ value }) => -value).sort()
  let kept = bound
  for (let i = legs; i < values.length; i += 1) kept += f64(values, i)
  return { kept, leftOut: values.length > legs ? -f64(values, legs) : 0 }
}

/** Of routes within the leg limit: the bound on their net output, and the price of a leg, in the output token. */
export const boundAtLegLimit = (workspace: ProofWorkspace, task: Task, found: Incumbent): LegBound | undefined =>
  prove(workspace, task, found, (state) => {
    const { work, spread } = tightenUpperBound(state, found.net)
    return boundByLegs(work, spread.bound)
  })
