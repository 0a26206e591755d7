import { f64, i32 } from '#math/typed'
import type { DualPrices } from '#routing/bound/arbitrage'
import type { Scope } from '#routing/bound/scope'

const sweeps = 2

/**
 * Prices tokens at the geometric mean of their bid (value when sold on) and their ask (cost to buy), at spot prices. If
 * the bid is below the ask, nothing gains over the token; otherwise both sides share the gain. A token without a bid
 * gets price 0.
 * @param prices of all other tokens that count
 * @param isFixed by market token: 1 if its price is fixed
 */
export function priceAtMidpoint(
  scope: Scope,
  prices: DualPrices,
  tokens: readonly number[],
  isFixed: Uint8Array,
): void {
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (const token of tokens) if (isFixed[token] === 0) prices[token] = computeMidPrice(scope, prices, token)
  }
}

function computeMidPrice(scope: Scope, prices: DualPrices, token: number): number {
  const low = maxBidPrice(scope, prices, token)
  if (low === 0) return 0
  const high = minAskPrice(scope, prices, token)
  return high < Number.POSITIVE_INFINITY ? Math.sqrt(low * high) : low
}

/** The best bid for the token; 0 if no pool takes it. */
function maxBidPrice({ index: { pairs }, branches }: Scope, prices: DualPrices, token: number): number {
  const { leaving, from, to, spot } = pairs
  let max = 0
  const last = i32(leaving.first, token + 1)
  for (let i = i32(leaving.first, token); i < last; i += 1) {
    const pair = i32(leaving.list, i)
    max = Math.max(max, f64(spot, pair) * f64(prices, i32(to, pair)))
  }
  for (const pair of branches)
    if (i32(from, pair) === token) max = Math.max(max, f64(spot, pair) * f64(prices, i32(to, pair)))
  return max
}

/** The lowest ask for the token; ∞ if no pool sells it for a priced token. */
function minAskPrice({ index: { pairs }, branches }: Scope, prices: DualPrices, token: number): number {
  const { entering, from, to, spot } = pairs
  let min = Number.POSITIVE_INFINITY
  const last = i32(entering.first, token + 1)
  for (let i = i32(entering.first, token); i < last; i += 1) {
    const pair = i32(entering.list, i)
    min = lowerAsk(min, f64(prices, i32(from, pair)), f64(spot, pair))
  }
  for (const pair of branches)
    if (i32(to, pair) === token) min = lowerAsk(min, f64(prices, i32(from, pair)), f64(spot, pair))
  return min
}

const lowerAsk = (min: number, paid: number, spot: number): number =>
  paid > 0 && paid < min * spot ? paid / spot : min
