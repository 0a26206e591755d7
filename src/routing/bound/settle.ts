import { f64, i32 } from '#math/typed'
import { type TokenPrices, tradeTo } from './arbitrage.ts'
import { costOf, type Scope } from './scope.ts'

/** In log prices, how far a token's price is looked for around the one it has, and how finely. */
const reach = 0.5
const halvings = 24
/** Tokens of more pairs are left to the core. */
const mostPairs = 100

/**
 * Moves one token's price to where the surpluses of the pools around it add up to the least. Every surplus is convex in
 * the price, so the sign of the sum's slope leads there.
 */
export function settlePrice(scope: Scope, prices: TokenPrices, token: number): void {
  const { leaving } = scope.ground.pairs
  if (i32(leaving.first, token + 1) - i32(leaving.first, token) > mostPairs) return
  const start = f64(prices, token)
  let [low, high] = [-reach, reach]
  let at = 0
  for (let count = 0; count < halvings; count += 1) {
    prices[token] = start * Math.exp(at)
    const slope = slopeAt(scope, prices, token)
    if (slope === 0) return
    if (slope > 0) high = at
    else low = at
    at = (low + high) / 2
  }
}

/** What flows in less what flows out over pools that gain more than their gas, at the token's price. */
function slopeAt(scope: Scope, prices: TokenPrices, token: number): number {
  const { leaving, entering } = scope.ground.pairs
  const price = f64(prices, token)
  let slope = 0
  const lastOut = i32(leaving.first, token + 1)
  for (let i = i32(leaving.first, token); i < lastOut; i += 1)
    slope -= price * flowOver(scope, prices, i32(leaving.list, i), 'x')
  const lastIn = i32(entering.first, token + 1)
  for (let i = i32(entering.first, token); i < lastIn; i += 1)
    slope += price * flowOver(scope, prices, i32(entering.list, i), 'y')
  return slope
}

function flowOver(scope: Scope, prices: TokenPrices, pair: number, side: 'x' | 'y'): number {
  const { ground, task, most, fill } = scope
  const { pairs, book } = ground
  const from = i32(pairs.from, pair)
  const to = i32(pairs.to, pair)
  const va = f64(prices, from)
  const vb = f64(prices, to)
  if (va >= vb * f64(pairs.spot, pair) || f64(most, from) === 0) return 0
  if (from === task.target || to === task.source) return 0
  let flow = 0
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end; i += 1) {
    const edge = i32(pairs.list, i)
    if (va >= vb * f64(book.spot, edge)) break
    tradeTo(scope, edge, va / vb)
    if (vb * fill.y - va * fill.x > costOf(scope, edge)) flow += fill[side]
  }
  return flow
}
