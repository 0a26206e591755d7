import { f64, i32 } from '#math/typed'
import { tradeToPrice } from './arbitrage.ts'
import type { CoreEdges } from './core-edges.ts'
import type { Scope } from './scope.ts'

/** Edges at a point of the smooth dual under a leg limit, in columns: each step of Newton's method overwrites them. */
export interface LegTerms {
  count: number
  /** Market number; −1 for one that stands for all those of its pair that gain nothing. */
  readonly edge: Int32Array
  /** Positions of the token sold and of the one bought. */
  readonly a: Int32Array
  readonly b: Int32Array
  /** Position of the token at which it is counted; below 2 if on its own. */
  readonly place: Int32Array
  /** Values of what a whole leg sells and buys, and the response of its flow to log prices. */
  readonly paid: Float64Array
  readonly given: Float64Array
  readonly flex: Float64Array
  /** What a whole leg costs, less the fees that it is given. */
  readonly cost: Float64Array
  /** 1 if every route in question has a leg over it. */
  readonly isUsed: Uint8Array
  /** How much of it counts, 0 to 1, and the slope of that in what it gains. */
  readonly part: Float64Array
  readonly bend: Float64Array
}

/** @param most number of terms */
export const createLegTerms = (most: number): LegTerms => ({
  count: 0,
  edge: new Int32Array(most),
  a: new Int32Array(most),
  b: new Int32Array(most),
  place: new Int32Array(most),
  paid: new Float64Array(most),
  given: new Float64Array(most),
  flex: new Float64Array(most),
  cost: new Float64Array(most),
  isUsed: new Uint8Array(most),
  part: new Float64Array(most),
  bend: new Float64Array(most),
})

/** A core, the prices of its tokens, and its terms. */
interface PricedCore {
  readonly scope: Scope
  readonly core: CoreEdges
  readonly prices: Float64Array
  readonly terms: LegTerms
}

/** Sets the term after the last one: a leg over an edge of a pair, or one that trades nothing if that is −1. */
export function setTerm({ scope, core, prices, terms }: PricedCore, pair: number, edge: number, cost: number): void {
  const [a, b, t] = [i32(core.a, pair), i32(core.b, pair), terms.count]
  const [va, vb] = [f64(prices, a), f64(prices, b)]
  const { fill } = scope
  const isLimited = edge < 0 || tradeToPrice(scope, edge, va / vb)
  terms.edge[t] = edge
  terms.a[t] = a
  terms.b[t] = b
  terms.cost[t] = cost
  terms.paid[t] = edge < 0 ? 0 : va * fill.x
  terms.given[t] = edge < 0 ? 0 : vb * fill.y
  terms.flex[t] = isLimited ? 0 : 0.5 * va * fill.flex
}

/** What a whole leg over a term gains, less its cost. */
export const gainOf = ({ paid, given, cost }: LegTerms, t: number): number =>
  f64(given, t) - f64(paid, t) - f64(cost, t)
