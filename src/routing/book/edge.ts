/**
 * The three questions of an edge, in closed form. With W and L of a stretch and w below W:
 *
 *   input, the fee taken off = L (1/w − 1/W)      output = L (W − w)
 *
 * Constant product is one such stretch down to w = 0, concentrated liquidity one for each pair of ticks.
 */
import { f64, i32 } from '#math/typed'
import type { Book, Columns } from './book.ts'

/** What an edge trades until its marginal price has fallen to a given one. */
export interface Fill {
  /** Input, the fee included. */
  x: number
  y: number
  /** −dx/d(ln ρ) · 2 / x-units: L / (w · kept); 0 past the last stretch, where the input no longer answers to the price. */
  flex: number
  /** The stretch it ends in. */
  stretch: number
}

export const emptyFill = (): Fill => ({ x: 0, y: 0, flex: 0, stretch: 0 })

/**
 * The trade that leaves the marginal price at ρ, in output per input.
 * @param rho above 0 and below the edge's spot
 */
export function fillTo(book: Book, edge: number, rho: number, fill: Fill): void {
  const { root, liquidity, sold, bought } = book.columns
  const kept = f64(book.kept, edge)
  const last = i32(book.last, edge)
  const w = Math.sqrt(rho / kept)
  if (w <= f64(root, last)) {
    fill.x = f64(sold, last) / kept
    fill.y = f64(bought, last)
    fill.flex = 0
    fill.stretch = last
    return
  }
  let low = i32(book.first, edge)
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (f64(root, middle) > w) low = middle
    else high = middle
  }
  const depth = f64(liquidity, low) // not taken apart from a list: that would be made, for every edge of every try
  const begin = f64(root, low)
  fill.x = (f64(sold, low) + depth * (1 / w - 1 / begin)) / kept
  fill.y = f64(bought, low) + depth * (begin - w)
  fill.flex = depth / (w * kept)
  fill.stretch = low
}

/** What an input gives and the price after it. */
export interface Sale {
  /** −1 where the pool, or what is known of it, cannot take the whole input. */
  out: number
  /** Marginal output per input after the sale, fee included. */
  slope: number
  stretch: number
}

export const emptySale = (): Sale => ({ out: 0, slope: 0, stretch: 0 })

export function sell(book: Book, edge: number, x: number, sale: Sale): number {
  const { root, liquidity, sold, bought } = book.columns
  const first = i32(book.first, edge)
  const last = i32(book.last, edge)
  const kept = f64(book.kept, edge)
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
  const depth = f64(liquidity, low) // not taken apart from a list: that would be made, for every edge of every try
  const begin = f64(root, low)
  const w = depth > 0 ? 1 / (1 / begin + (net - f64(sold, low)) / depth) : begin
  sale.out = f64(bought, low) + depth * (begin - w)
  sale.slope = kept * w * w
  sale.stretch = low
  return sale.out
}

/**
 * The price ratio at which arbitrage over the edge just pays a fixed cost: the best average price net of it.
 * @param cost in smallest units of the bought token
 * @returns output per input; the spot where the cost is 0, 0 where no trade pays it
 */
export function priceNetOf(book: Book, edge: number, cost: number): number {
  if (cost <= 0) return f64(book.spot, edge)
  const { columns } = book
  const { root, sold, bought } = columns
  const first = i32(book.first, edge)
  const last = i32(book.last, edge)
  if (first === last) return 0
  const kept = f64(book.kept, edge)
  if (cost >= gainAt(columns, last)) return kept * priceOfAll(f64(sold, last), f64(bought, last), cost)
  let low = first
  let high = last
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (gainAt(columns, middle) <= cost) low = middle
    else high = middle
  }
  const w = rootNetOf(book, low, cost)
  const within = Math.min(f64(root, low), Math.max(w, f64(root, low + 1)))
  return kept * within * within
}

/** `bought - W² · sold`: what arbitrage gains once the marginal price stands at W², where a stretch begins. */
function gainAt({ root, sold, bought }: Columns, k: number): number {
  const begin = f64(root, k)
  return begin > 0 ? f64(bought, k) - begin * begin * f64(sold, k) : f64(bought, k)
}

/** Past the last tick the whole pool is bought, and only the cost is left to pay from it. */
const priceOfAll = (sold: number, bought: number, cost: number) =>
  cost < bought && sold > 0 && sold < Number.POSITIVE_INFINITY ? (bought - cost) / sold : 0

/** Solves `bought + L (W − w) − w² (sold + L (1/w − 1/W)) = cost`, a quadratic in w, in the form that cancels nothing. */
function rootNetOf({ columns }: Book, k: number, cost: number): number {
  const [depth, begin] = [f64(columns.liquidity, k), f64(columns.root, k)]
  const [sold, bought] = [f64(columns.sold, k), f64(columns.bought, k)]
  if (depth === 0) return sold > 0 ? Math.sqrt(Math.max(0, (bought - cost) / sold)) : begin
  const a = depth / begin - sold
  const c = bought + depth * begin - cost
  return c / (depth + Math.sqrt(Math.max(0, depth * depth - a * c)))
}
