import { f64, i32 } from '#math/typed'
import type { Found, PricedLegs } from '#routing/search/found'
import { anneal } from './dual-bound.ts'
import type { Scan } from './scan.ts'
import { costOf, type Scope } from './scope.ts'
import { type Spread, spreadPrices } from './spread.ts'
import type { Work } from './work.ts'

export interface LegBound extends PricedLegs {
  readonly bound: number
  /** What pools gain at the last prices, where every leg has its price: the largest make a route to start from. */
  readonly surpluses: Scan['surpluses']
}

/** Where a leg's price was found a block ago, seven more would take off a twentieth of a basis point in nine of ten proofs. */
const mostRounds = { fromAfar: 10, near: 3 } as const
const [fromAfar, near] = [
  [1, 0.3, 0.1, 0.03],
  [0.1, 0.03],
]
/** The price of a leg is found to this part of itself. */
const precision = 0.01

/**
 * No route of at most `maxLegs` legs gives more net of gas: at any prices D · ν_s and the so many largest surpluses.
 * The prices are sought with a price for every leg, which is right when it stands at the surplus of the first pool that
 * is left out.
 * @param uncapped the bound without the limit
 */
export function boundByLegs(work: Work, uncapped: number): LegBound {
  const { scope, found } = work
  const legs = scope.task.limits.maxLegs
  const before = found.proven?.legs
  const prices = Float64Array.from(
    work.core.tokens,
    (token, place) => before?.prices.get(token) ?? f64(work.prices, place),
  )
  let bound = uncapped
  let surpluses: Scan['surpluses'] = []
  let legPrice = before?.legPrice ?? Math.max(leastGain(scope, found), 1e-9 * uncapped)
  const rounds = before === undefined ? mostRounds.fromAfar : mostRounds.near
  for (let round = 0; round < rounds; round += 1) {
    anneal({ ...work, prices }, round === 0 && before === undefined ? fromAfar : near, { gasPart: 1, legPrice })
    const spread = spreadPrices({ ...work, prices })
    const { kept, leftOut } = largest(spread, legs)
    surpluses = spread.surpluses
    bound = Math.min(bound, kept)
    if (Math.abs(leftOut - legPrice) < precision * legPrice) break
    legPrice = leftOut > 0 ? Math.sqrt(legPrice * leftOut) : legPrice * 0.4
  }
  const priced = new Map(work.core.tokens.map((token, place) => [token, f64(prices, place)]))
  return { bound, surpluses, legPrice, prices: priced }
}

/** What the least of a route's legs gains, at its own prices. */
function leastGain(scope: Scope, { legs, prices }: Found): number {
  const { from, to } = scope.ground.book
  const price = (token: number) => prices.get(token) ?? 0
  const gains = legs.map(
    ({ edge, x, y }) => price(i32(to, edge)) * y - price(i32(from, edge)) * x - costOf(scope, edge),
  )
  return Math.max(0, Math.min(...gains))
}

/** The bound with only the so many largest surpluses, and the largest of the others. */
function largest({ bound, surpluses }: Spread, legs: number): { kept: number; leftOut: number } {
  const values = Float64Array.from(surpluses, ({ value }) => -value).sort()
  let kept = bound
  for (let i = legs; i < values.length; i += 1) kept += f64(values, i)
  return { kept, leftOut: values.length > legs ? -f64(values, legs) : 0 }
}
