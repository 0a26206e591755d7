import { f64, i32 } from '#math/typed'
import { priceNetOf } from '#routing/book/edge'
import { slackAt, type TokenPrices } from './arbitrage.ts'
import { hopsBefore } from './flow-limit.ts'
import { costOf, isOpen, type Scope } from './scope.ts'

/**
 * By token, what one unit of it nets at the most as part of an undivided way to the bought token, gas of the way's legs
 * taken off: products of the best average prices net of gas, over at most `hopsBefore + 1` legs. Tokens through which
 * no such way gives more than `least` may keep 0.
 *
 * No convergence is asked for: after h of Bellman's rounds a price is no lower than any way of h legs gives.
 * @param prices all 0; those set are listed in `touched`
 */
export function priceResale(scope: Scope, prices: TokenPrices, touched: number[], least: number): void {
  const { target } = scope.task
  prices[target] = 1
  touched.push(target)
  let front: number[] = [target]
  for (let hop = 0; hop <= hopsBefore && front.length > 0; hop += 1) {
    const next = new Set<number>()
    for (const token of front) raiseBefore(scope, prices, token, least, (before, price) => {
      if (f64(prices, before) === 0) touched.push(before)
      prices[before] = price
      next.add(before)
    })
    front = [...next]
  }
}

function raiseBefore(
  scope: Scope,
  prices: TokenPrices,
  token: number,
  least: number,
  raise: (before: number, price: number) => void,
): void {
  const { ground, branches, most } = scope
  const { entering, from, to, spot } = ground.pairs
  const price = f64(prices, token)
  const look = (pair: number) => {
    const before = i32(from, pair)
    const known = f64(prices, before)
    const optimistic = f64(spot, pair) * price
    if (!(optimistic > known || scope.special.sampled.length > 0) || !isOpen(scope, pair)) return
    if (f64(most, before) * optimistic <= least && scope.special.sampled.length === 0) return
    const net = netPrice(scope, pair, price, known)
    if (net > known) raise(before, net)
  }
  const end = i32(entering.first, token + 1)
  for (let i = i32(entering.first, token); i < end; i += 1) look(i32(entering.list, i))
  for (const pair of branches) if (i32(to, pair) === token) look(pair)
}

function netPrice(scope: Scope, pair: number, price: number, known: number): number {
  const { pairs, book } = scope.ground
  let best = known
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end; i += 1) {
    const edge = i32(pairs.list, i)
    if (f64(book.spot, edge) * price <= best) return best
    best = Math.max(best, priceNetOf(book, edge, costOf(scope, edge) / price) * price)
  }
  return best
}
