/**
 * The gain of a pool at given prices. With ν_a and ν_b the values of a unit of an edge's input and output token:
 *
 *   arb(ν) = max over 0 ≤ x ≤ max of  ν_b · f(x) − ν_a · x
 *
 * The maximum is at the point where the marginal price has fallen to ν_a / ν_b, or at the flow limit.
 */

import { f32, f64, i32 } from '#math/typed'
import { type Fill, fillTo, sell } from '#routing/index/edge'
import type { EdgeTable } from '#routing/index/edge-table'
import { forEachPair, noBranches } from '#routing/index/pair-graph'
import { computeLegCost, isTradablePair, type Scope } from './scope.ts'

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
  if (sellingAt >= buyingAt * f64(book.spot, edge)) return buyingAt * computeFirstSlack(scope, edge, maxSold)
  const isLimited = tradeToPrice(scope, edge, sellingAt / buyingAt)
  const { x, y, flex, segment } = scope.fill
  const slack = isLimited ? maxSlackUpTo(book, edge, segment) : computeSlack(book, edge, segment)
  return buyingAt * (y + slack) - sellingAt * x + floatLoss * sellingAt * flex
}

/** The slack of an edge that gains nothing by its segments: of the first ones, as far as the flow limit reaches. */
function computeFirstSlack({ index: { book }, sale }: Scope, edge: number, limit: number): number {
  const first = i32(book.first, edge)
  if (f32(book.columns.slack, first) === 0) return 0
  const isBeyond = sell(book, edge, limit, sale) === -1
  const last = isBeyond ? i32(book.last, edge) : sale.stretch
  return maxSlackUpTo(book, edge, Math.min(first + segmentMargin, last))
}

/** The largest slack up to a segment in which the flow limit ends: no trade goes beyond it. */
function maxSlackUpTo({ first, columns }: EdgeTable, edge: number, segment: number): number {
  const begin = i32(first, edge)
  if (f32(columns.slack, begin) === 0) return 0
  let slack = 0
  for (let k = begin; k <= segment; k += 1) slack = Math.max(slack, f32(columns.slack, k))
  return slack
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

/** A pool that gains more than its gas at some prices. */
export interface Surplus {
  /** The edge; of edges that share a pool number, the one that gains most. */
  readonly edge: number
  /** In the output token. */
  readonly value: number
}

export interface DualValue {
  /** D · ν_s + Σ surpluses: no route gives more net of gas. */
  readonly bound: number
  readonly surpluses: readonly Surplus[]
}

/**
 * The bound proven by any prices. With amount D of input token s and prices ν (1 for the output token), the flow into
 * every intermediate token equals the flow out of it, so a route's output net of gas is
 *
 *   D · ν_s + Σ over its legs of (ν_b · y − ν_a · x − gas)  ≤  D · ν_s + Σ over all pools of max(0, arb − gas)
 */
export function evaluateDual(scope: Scope, prices: DualPrices): DualValue {
  const { index, task, reached, branches } = scope
  const { pairs } = index
  const scan = { scope, prices, surpluses: [] as Surplus[], shared: new Map<number, number>() }
  for (const token of reached) {
    if (token === task.target) continue
    forEachPair(pairs, 'onward', noBranches, token, (pair) => scanPair(scan, pair))
  }
  for (const pair of branches) if (isTradablePair(scope, pair)) scanPair(scan, pair)
  scanSampled(scan)
  for (const edge of scan.shared.values()) {
    const max = computePoolSurplus(scope, prices, edge)
    addSurplus(scan, max.edge, max.value)
  }

  let bound = task.amount * f64(prices, task.source)
  for (const { value } of scan.surpluses) bound += value
  return { bound, surpluses: scan.surpluses }
}

interface DualScan {
  readonly scope: Scope
  readonly prices: DualPrices
  readonly surpluses: Surplus[]
  /** Pool numbers of more than two edges with a gain, each with one of its edges. */
  readonly shared: Map<number, number>
}

function scanPair(scan: DualScan, pair: number): void {
  const { scope, prices } = scan
  const { pairs, book } = scope.index
  const token = i32(pairs.to, pair)
  const buyingAt = f64(prices, token)
  const sellingAt = f64(prices, i32(pairs.from, pair))
  if (sellingAt >= buyingAt * f64(pairs.spot, pair) || token === scope.task.source) return
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end; i += 1) {
    const edge = i32(pairs.list, i)
    if (sellingAt >= buyingAt * f64(book.spot, edge)) return
    if (i32(book.siblings, edge) > 2) scan.shared.set(i32(book.pool, edge), edge)
    else addSurplus(scan, edge, computeArbitrage(scope, edge, sellingAt, buyingAt) - computeLegCost(scope, edge))
  }
}

/** Adds sampled edges, which may gain even at prices above their spot. */
function scanSampled(scan: DualScan): void {
  const { scope, prices } = scan
  const { book } = scope.index
  for (const edge of scope.special.sampled) {
    const buyingAt = f64(prices, i32(book.to, edge))
    if (f64(prices, i32(book.from, edge)) < buyingAt * f64(book.spot, edge) || !isTradableEdge(scope, edge)) continue
    if (!isReachableEdge(scope, edge)) continue
    if (i32(book.siblings, edge) > 2) scan.shared.set(i32(book.pool, edge), edge)
    else addSurplus(scan, edge, computeSurplus(scope, prices, edge))
  }
}

/** Whether a route may use the edge: branches behind ends other than the task's lead nowhere. */
function isReachableEdge({ index: { pairs, book }, branches }: Scope, edge: number): boolean {
  const inner = i32(pairs.neighbour, i32(book.from, edge)) === -2 && i32(pairs.neighbour, i32(book.to, edge)) === -2
  return inner || branches.includes(i32(pairs.of, edge))
}

/** Keeps NaN, so that the bound becomes NaN too. */
function addSurplus({ surpluses }: DualScan, edge: number, value: number): void {
  if (!(value <= 0)) surpluses.push({ edge, value })
}
