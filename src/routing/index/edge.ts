/**
 * The three operations on an edge, in closed form. With W and L of a segment and w below W:
 *
 *   input after the fee = L (1/w − 1/W)      output = L (W − w)
 *
 * Constant product is one such segment down to w = 0; concentrated liquidity has one per tick range.
 */
import { f64, i32 } from '#math/typed'
import type { EdgeTable, SegmentColumns } from './edge-table.ts'

/** What an edge trades until its marginal price has fallen to a given one. */
export interface Fill {
  /** Input, fee included. */
  x: number
  y: number
  /**
   * −dx/d(ln ρ) · 2 / x-units: L / (w · kept); 0 past the last segment, where the input no longer depends on the price.
   */
  flex: number
  /** The segment it ends in. */
  segment: number
}

/** Not a number until it is filled: with 0 the engine would take the fields for small integers, and compile twice. */
export const createFill = (): Fill => ({ x: Number.NaN, y: Number.NaN, flex: Number.NaN, segment: 0 })

/**
 * The trade that leaves the marginal price at ρ, in output per input.
 * @param rho above 0 and below the edge's spot
 */
export function fillTo(table: EdgeTable, edge: number, rho: number, fill: Fill): void {
  const { root, liquidity, sold, bought } = table.columns
  const kept = f64(table.feeFactor, edge)
  const last = i32(table.last, edge)
  const w = Math.sqrt(rho / kept)
  if (w <= f64(root, last)) {
    fill.x = f64(sold, last) / kept
    fill.y = f64(bought, last)
    fill.flex = 0
    fill.segment = last
    return
  }
  let low = i32(table.first, edge)
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (f64(root, middle) > w) low = middle
    else high = middle
  }
  const depth = f64(liquidity, low) // not destructured: that would allocate an array per edge and trial
  const begin = f64(root, low)
  fill.x = (f64(sold, low) + depth * (1 / w - 1 / begin)) / kept
  fill.y = f64(bought, low) + depth * (begin - w)
  fill.flex = depth / (w * kept)
  fill.segment = low
}

/** The output for an input and the price after it. */
export interface SellResult {
  /** −1 if the pool, or the known part of it, cannot take the whole input. */
  out: number
  /** Marginal output per input after the trade, fee included. */
  slope: number
  stretch: number
}

/** Not a number until something is sold, like {@link createFill}. */
export const createSellResult = (): SellResult => ({ out: Number.NaN, slope: Number.NaN, stretch: 0 })

export function sell(table: EdgeTable, edge: number, x: number, sale: SellResult): number {
  const { root, liquidity, sold, bought } = table.columns
  const first = i32(table.first, edge)
  const last = i32(table.last, edge)
  const kept = f64(table.feeFactor, edge)
  const net = x * kept
  if (first === last || net > f64(sold, last)) {
    sale.out = x > 0 ? -1 : 0
    sale.slope = 0
    return sale.out
  }
  let low = first
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (f64(sold, middle) <= net) low = middle
    else high = middle
  }
  const depth = f64(liquidity, low) // not destructured: that would allocate an array per edge and trial
  const begin = f64(root, low)
  const w = depth > 0 ? 1 / (1 / begin + (net - f64(sold, low)) / depth) : begin
  sale.out = f64(bought, low) + depth * (begin - w)
  sale.slope = kept * w * w
  sale.stretch = low
  return sale.out
}

/**
 * The price ratio at which arbitrage over the edge just pays a fixed cost: the best average price net of it.
 * @param cost in smallest units of the output token
 * @returns output per input; the spot if the cost is 0, and 0 if no trade pays it
 */
export function computeNetPrice(table: EdgeTable, edge: number, cost: number): number {
  if (cost <= 0) return f64(table.spot, edge)
  const { columns } = table
  const { root, sold, bought } = columns
  const first = i32(table.first, edge)
  const last = i32(table.last, edge)
  if (first === last) return 0
  const kept = f64(table.feeFactor, edge)
  if (cost >= computeGainAt(columns, last)) return kept * computeFullNetPrice(f64(sold, last), f64(bought, last), cost)
  let low = first
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (computeGainAt(columns, middle) <= cost) low = middle
    else high = middle
  }
  const w = solveNetRoot(table, low, cost)
  const within = Math.min(f64(root, low), Math.max(w, f64(root, low + 1)))
  return kept * within * within
}

/** `bought - W² · sold`: the gain of arbitrage down to a marginal price of W², at the start of a segment. */
function computeGainAt({ root, sold, bought }: SegmentColumns, k: number): number {
  const begin = f64(root, k)
  return begin > 0 ? f64(bought, k) - begin * begin * f64(sold, k) : f64(bought, k)
}

/** Past the last tick the whole pool is bought, and only the cost remains to be paid from the output. */
const computeFullNetPrice = (sold: number, bought: number, cost: number) =>
  cost < bought && sold > 0 && sold < Number.POSITIVE_INFINITY ? (bought - cost) / sold : 0

/**
 * Solves `bought + L (W − w) − w² (sold + L (1/w − 1/W)) = cost`, a quadratic in w, in the form without cancellation.
 */
function solveNetRoot({ columns }: EdgeTable, k: number, cost: number): number {
  const depth = f64(columns.liquidity, k)
  const begin = f64(columns.root, k)
  const sold = f64(columns.sold, k)
  const bought = f64(columns.bought, k)
  if (depth === 0) return sold > 0 ? Math.sqrt(Math.max(0, (bought - cost) / sold)) : begin
  const a = depth / begin - sold
  const c = bought + depth * begin - cost
  return c / (depth + Math.sqrt(Math.max(0, depth * depth - a * c)))
}
