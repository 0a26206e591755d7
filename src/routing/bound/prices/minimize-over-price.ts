import { f64, i32 } from '#math/typed'
import { type DualPrices, tradeToPrice } from '#routing/bound/arbitrage'
import { computeLegCost, type Scope } from '#routing/bound/scope'

/** Range of the search around a token's price, in log prices, and number of bisections. */
const logRange = 0.5
const halvings = 24
/** Tokens with more pairs are left to the core. */
const maxPairs = 100

/**
 * Moves one token's price to the minimum of the summed surpluses of the pools around it. Every surplus is convex in the
 * price, so the sign of the sum's slope gives the direction.
 */
export function minimizeOverPrice(scope: Scope, prices: DualPrices, token: number): void {
  const { leaving } = scope.index.pairs
  if (i32(leaving.first, token + 1) - i32(leaving.first, token) > maxPairs) return
  const start = f64(prices, token)
  let [low, high] = [-logRange, logRange]
  let at = 0
  for (let count = 0; count < halvings; count += 1) {
    prices[token] = start * Math.exp(at)
    const slope = computeSlope(scope, prices, token)
    if (slope === 0) return
    if (slope > 0) high = at
    else low = at
    at = (low + high) / 2
  }
}

/** Inflow less outflow over pools that gain more than their gas, at the token's price. */
function computeSlope(scope: Scope, prices: DualPrices, token: number): number {
  const { leaving, entering } = scope.index.pairs
  const price = f64(prices, token)
  let slope = 0
  const lastOut = i32(leaving.first, token + 1)
  for (let i = i32(leaving.first, token); i < lastOut; i += 1)
    slope -= price * sumFlow(scope, prices, i32(leaving.list, i), 'x')
  const lastIn = i32(entering.first, token + 1)
  for (let i = i32(entering.first, token); i < lastIn; i += 1)
    slope += price * sumFlow(scope, prices, i32(entering.list, i), 'y')
  return slope
}

function sumFlow(scope: Scope, prices: DualPrices, pair: number, side: 'x' | 'y'): number {
  const { index: ground, task, max, fill } = scope
  const { pairs, book } = ground
  const from = i32(pairs.from, pair)
  const to = i32(pairs.to, pair)
  const va = f64(prices, from)
  const vb = f64(prices, to)
  if (va >= vb * f64(pairs.spot, pair) || f64(max, from) === 0) return 0
  if (from === task.target || to === task.source) return 0
  let flow = 0
  const end = i32(pairs.first, pair + 1)
  for (let i = i32(pairs.first, pair); i < end; i += 1) {
    const edge = i32(pairs.list, i)
    if (va >= vb * f64(book.spot, edge)) break
    tradeToPrice(scope, edge, va / vb)
    if (vb * fill.y - va * fill.x > computeLegCost(scope, edge)) flow += fill[side]
  }
  return flow
}
