/**
 * The gain of a pool at given prices. With ν_a and ν_b the values of a unit of an edge's input and output token:
 *
 *   arb(ν) = max over 0 ≤ x ≤ max of  ν_b · f(x) − ν_a · x
 *
 * The maximum is at the point where the marginal price has fallen to ν_a / ν_b, or at the flow limit.
 */
import { f32, f64, i32 } from '#math/typed'
import { type Fill, fillTo, sell } from '#routing/book/edge'
import type { EdgeTable } from '#routing/book/edge-table'
import { computeLegCost, type Scope } from './scope.ts'

/** Floats lose at most this part of the liquidity behind a price when input and output are subtracted. */
const floatLoss = 2 ** -49
/**
 * Concave functions through the samples have their best trade in the same segment as the chords, or in an adjacent one;
 * a segment and the gap behind it count as two.
 */
const segmentMargin = 2

/**
 * The arbitrage gain of an edge, in the output token of the task; 0 if there is none. Never below the true gain:
 * includes the slack of sampled pools and the possible float error.
 */
export function computeArbitrage(scope: Scope, edge: number, sellingAt: number, buyingAt: number): number {
  const { book } = scope.index
  const maxSold = f64(scope.max, i32(book.from, edge))
  const first = i32(book.first, edge)
  if (buyingAt === 0 || maxSold === 0 || first === i32(book.last, edge)) return 0
  if (sellingAt >= buyingAt * f64(book.spot, edge)) return buyingAt * computeSlack(book, edge, first)
  tradeToPrice(scope, edge, sellingAt / buyingAt)
  const { x, y, flex, segment: stretch } = scope.fill
  return buyingAt * (y + computeSlack(book, edge, stretch)) - sellingAt * x + floatLoss * sellingAt * flex
}

/**
 * Stores in `scope.fill` the best trade at a price ratio below the spot, within the flow limit.
 * @returns whether the trade is at the limit, where it no longer depends on prices
 */
export function tradeToPrice({ index: { book }, max, fill, sale }: Scope, edge: number, rho: number): boolean {
  const limit = f64(max, i32(book.from, edge))
  if (rho > 0) fillTo(book, edge, rho, fill)
  else setUnlimitedFill(fill)
  if (fill.x <= limit) return false
  if (sell(book, edge, limit, sale) === -1) {
    fill.y = f64(book.columns.bought, i32(book.last, edge))
    fill.segment = i32(book.last, edge)
  } else {
    fill.y = sale.out
    fill.segment = sale.stretch
  }
  fill.x = limit
  return true
}

/** A token with price 0 is sold without limit. */
function setUnlimitedFill(fill: Fill): void {
  fill.x = Number.POSITIVE_INFINITY
  fill.flex = 0
}

/** The largest slack of the segments around one of them, in the edge's output token. */
export function computeSlack({ first, last, columns }: EdgeTable, edge: number, stretch: number): number {
  const begin = i32(first, edge)
  const end = i32(last, edge)
  if (f32(columns.slack, begin) === 0) return 0
  let slack = 0
  for (let k = Math.max(begin, stretch - segmentMargin); k <= Math.min(end, stretch + segmentMargin); k += 1)
    slack = Math.max(slack, f32(columns.slack, k))
  return slack
}

/** Prices by market token, in the output token of the task. */
export type DualPrices = Float64Array

/** The arbitrage gain of an edge at given prices. */
export const computeGain = (scope: Scope, prices: DualPrices, edge: number): number => {
  const { from, to } = scope.index.book
  return computeArbitrage(scope, edge, f64(prices, i32(from, edge)), f64(prices, i32(to, edge)))
}

/** The gain of a leg over the edge, less its minimum gas. */
export const computeSurplus = (scope: Scope, prices: DualPrices, edge: number): number =>
  computeGain(scope, prices, edge) - computeLegCost(scope, edge)

export interface PoolSurplus {
  readonly edge: number
  readonly value: number
}

/**
 * The edge with the largest surplus among those that share the edge's pool number: a route has at most one leg over
 * them.
 */
export function computePoolSurplus(scope: Scope, prices: DualPrices, edge: number): PoolSurplus {
  const { book } = scope.index
  const family = i32(book.siblings, edge) > 2 ? scope.special.shared.get(i32(book.pool, edge)) : undefined
  let max: PoolSurplus = { edge, value: computeSurplus(scope, prices, edge) }
  for (const one of family ?? []) {
    const value = isTradableEdge(scope, one) ? computeSurplus(scope, prices, one) : Number.NEGATIVE_INFINITY
    if (value > max.value || Number.isNaN(value)) max = { edge: one, value }
  }
  return max
}

/** No route sells the output token or buys the input token. */
export const isTradableEdge = ({ index: { book }, task }: Scope, edge: number): boolean =>
  i32(book.from, edge) !== task.target && i32(book.to, edge) !== task.source
