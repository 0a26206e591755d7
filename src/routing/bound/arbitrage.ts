/**
 * What a pool can gain at given prices. With ν_a and ν_b what units of the sold and the bought token of an edge are worth:
 *
 *   arb(ν) = max over 0 ≤ x ≤ most of  ν_b · f(x) − ν_a · x
 *
 * The maximum stands where the marginal price has fallen to ν_a / ν_b, or at the limit of the flow.
 */
import { f32, f64, i32 } from '#math/typed'
import type { Book } from '#routing/book/book'
import { type Fill, fillTo, sell } from '#routing/book/edge'
import { costOf, type Scope } from './scope.ts'

/** Of what stands behind a price in a pool, floats lose this part at the most when input and output are taken apart. */
const lost = 2 ** -49
/** Concave functions through the samples have their best trade in the stretch of the chords' best, or beside it, where a
 * stretch and the gap behind it are two. */
const beside = 2

/**
 * Never below the true gain: sampled pools count with all they may give beyond their stretches, floats with what they
 * may have lost. In the bought token of the task; 0 where nothing is gained.
 */
export function arbitrage(scope: Scope, edge: number, sellingAt: number, buyingAt: number): number {
  const { book } = scope.ground
  const most = f64(scope.most, i32(book.from, edge))
  const first = i32(book.first, edge)
  if (buyingAt === 0 || most === 0 || first === i32(book.last, edge)) return 0
  if (sellingAt >= buyingAt * f64(book.spot, edge)) return buyingAt * slackAt(book, edge, first)
  tradeTo(scope, edge, sellingAt / buyingAt)
  const { x, y, flex, stretch } = scope.fill
  return buyingAt * (y + slackAt(book, edge, stretch)) - sellingAt * x + lost * sellingAt * flex
}

/**
 * Leaves in `scope.fill` the best trade at a price ratio below the spot, within the limit of the flow.
 * @returns whether it stands at the limit, where it no longer answers to prices
 */
export function tradeTo({ ground: { book }, most, fill, sale }: Scope, edge: number, rho: number): boolean {
  const limit = f64(most, i32(book.from, edge))
  if (rho > 0) fillTo(book, edge, rho, fill)
  else noPrice(fill)
  if (fill.x <= limit) return false
  if (sell(book, edge, limit, sale) === -1) {
    fill.y = f64(book.columns.bought, i32(book.last, edge))
    fill.stretch = i32(book.last, edge)
  } else {
    fill.y = sale.out
    fill.stretch = sale.stretch
  }
  fill.x = limit
  return true
}

/** What costs nothing is sold without end. */
function noPrice(fill: Fill): void {
  fill.x = Number.POSITIVE_INFINITY
  fill.flex = 0
}

/** By how much the pool may give more than its stretches say around one of them, in the edge's bought token. */
export function slackAt({ first, last, columns }: Book, edge: number, stretch: number): number {
  const begin = i32(first, edge)
  const end = i32(last, edge)
  if (f32(columns.slack, begin) === 0) return 0
  let slack = 0
  for (let k = Math.max(begin, stretch - beside); k <= Math.min(end, stretch + beside); k += 1)
    slack = Math.max(slack, f32(columns.slack, k))
  return slack
}

/** Prices by token of the book, in the bought token of the task. */
export type TokenPrices = Float64Array

/** The gain of an edge at prices. */
export const gainOf = (scope: Scope, prices: TokenPrices, edge: number): number => {
  const { from, to } = scope.ground.book
  return arbitrage(scope, edge, f64(prices, i32(from, edge)), f64(prices, i32(to, edge)))
}

/**
 * What a leg over the edge gains at the most, less its gas at the least.
 *
 * A pool of more than two tokens may be part of a route in two directions and then give more than the two gain alone,
 * but no more than all of its directions together: these count, for one leg's gas.
 */
export function surplusOf(scope: Scope, prices: TokenPrices, edge: number): number {
  const { book } = scope.ground
  const family = i32(book.siblings, edge) > 2 ? scope.special.shared.get(i32(book.pool, edge)) : undefined
  if (family === undefined) return gainOf(scope, prices, edge) - costOf(scope, edge)
  let gain = 0
  let cost = Number.POSITIVE_INFINITY
  for (const one of family) {
    cost = Math.min(cost, costOf(scope, one))
    if (mayTrade(scope, one)) gain += gainOf(scope, prices, one)
  }
  return gain - cost
}

/** No route sells the bought token on or buys the sold one back. */
export const mayTrade = ({ ground: { book }, task }: Scope, edge: number): boolean =>
  i32(book.from, edge) !== task.target && i32(book.to, edge) !== task.source
