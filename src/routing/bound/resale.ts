import { f32, f64, i32 } from '#math/typed'
import { priceNetOf, sell } from '#routing/book/edge'
import { slackAt, type TokenPrices } from './arbitrage.ts'
import { hopsBefore } from './flow-limit.ts'
import { costOf, isOpen, type Scope } from './scope.ts'

/** Sampled pools may give this part more than their stretches say and are still reckoned with. */
export const mostSlack = 1e-3

/**
 * By token, what one unit of it nets at the most as part of an undivided way to the bought token, gas of the way's legs
 * taken off: products of the best average prices net of gas, over at most `hopsBefore + 1` legs. Tokens through which
 * no such way gives more than `least` may keep 0.
 *
 * No convergence is asked for: after h of Bellman's rounds a price is no lower than any way of h legs gives.
 * @param prices all 0; those set are listed in `touched`
 * @returns false where a sampled pool may give so much more than its stretches say that nothing is known
 */
export function priceResale(scope: Scope, prices: TokenPrices, touched: number[], least: number): boolean {
  const { target } = scope.task
  prices[target] = 1
  touched.push(target)
  let front: Iterable<number> = [target]
  for (let hop = 0; hop <= hopsBefore; hop += 1) {
    const next = new Set<number>()
    for (const token of front) raiseBefore({ scope, prices, touched, least, next }, token)
    front = next
  }
  return scope.special.sampled.every((edge) => isTame(scope, prices, edge))
}

/** Whether what a sampled pool may give beyond its stretches is what `optimistic` and the cost of a leg allow for. */
function isTame(scope: Scope, prices: TokenPrices, edge: number): boolean {
  const { book } = scope.ground
  const price = f64(prices, i32(book.to, edge))
  return price === 0 || averageNetOf(scope, edge, costOf(scope, edge) / price) !== undefined
}

interface Round {
  readonly scope: Scope
  readonly prices: TokenPrices
  readonly touched: number[]
  readonly least: number
  readonly next: Set<number>
}

function raiseBefore(round: Round, token: number): void {
  const { ground, branches } = round.scope
  const { entering, to } = ground.pairs
  const end = i32(entering.first, token + 1)
  for (let i = i32(entering.first, token); i < end; i += 1) raiseOver(round, i32(entering.list, i))
  for (const pair of branches) if (i32(to, pair) === token) raiseOver(round, pair)
}

function raiseOver({ scope, prices, touched, least, next }: Round, pair: number): void {
  const { from, to, spot } = scope.ground.pairs
  const before = i32(from, pair)
  const price = f64(prices, i32(to, pair))
  const known = f64(prices, before)
  const optimistic = f64(spot, pair) * price * (1 + mostSlack)
  if (optimistic <= known || f64(scope.most, before) * optimistic <= least || !isOpen(scope, pair)) return
  const net = netPrice(scope, pair, price, known)
  if (net <= known) return
  if (known === 0) touched.push(before)
  prices[before] = net
  next.add(before)
}

function netPrice(scope: Scope, pair: number, price: number, known: number): number {
  const { pairs, book } = scope.ground
  let best = known
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end; i += 1) {
    const edge = i32(pairs.list, i)
    if (f64(book.spot, edge) * price * (1 + mostSlack) <= best) return best
    const net = averageNetOf(scope, edge, costOf(scope, edge) / price)
    best = Math.max(best, (net ?? 0) * price)
  }
  return best
}

/**
 * The best average price net of a cost, never below the pool's own. With what a sampled pool may give in addition at most
 * a part r of its output, and s in its first stretch: (1 + r) · f(x) + s − cost = (1 + r) · (f(x) − (cost − s) / (1 + r)).
 */
function averageNetOf({ ground: { book }, most, sale }: Scope, edge: number, cost: number): number | undefined {
  const first = i32(book.first, edge)
  const last = i32(book.last, edge)
  if (first === last || f32(book.columns.slack, first) === 0) return priceNetOf(book, edge, cost)
  const isBeyond = sell(book, edge, f64(most, i32(book.from, edge)), sale) === -1
  const deepest = isBeyond ? last : sale.stretch
  const start = slackAt(book, edge, first)
  let part = 0
  for (let k = first + 2; k <= deepest; k += 1)
    part = Math.max(part, slackAt(book, edge, k) / f64(book.columns.bought, k))
  if (!(cost >= start && part <= mostSlack)) return undefined
  return (1 + part) * priceNetOf(book, edge, (cost - start) / (1 + part))
}
