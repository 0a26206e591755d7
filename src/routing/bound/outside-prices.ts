import { f64, i32 } from '#math/typed'
import type { TokenPrices } from './arbitrage.ts'
import type { Scope } from './scope.ts'

const sweeps = 2

/**
 * Prices tokens in the middle between what they are sold on for and what they are bought for, at spot prices: where the
 * two leave room, nothing gains over them; where they do not, both sides share what there is to gain. A token that leads
 * nowhere has the price 0.
 * @param prices of all other tokens that count
 * @param isFixed by token of the book: 1 where the price stands
 */
export function priceBetween(scope: Scope, prices: TokenPrices, tokens: readonly number[], isFixed: Uint8Array): void {
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (const token of tokens) if (isFixed[token] === 0) prices[token] = middlePrice(scope, prices, token)
  }
}

function middlePrice(scope: Scope, prices: TokenPrices, token: number): number {
  const low = mostPaid(scope, prices, token)
  if (low === 0) return 0
  const high = leastAsked(scope, prices, token)
  return high < Number.POSITIVE_INFINITY ? Math.sqrt(low * high) : low
}

/** What it is sold on for at the most; 0 where nobody buys it. */
function mostPaid({ ground: { pairs }, branches }: Scope, prices: TokenPrices, token: number): number {
  const { leaving, from, to, spot } = pairs
  let most = 0
  const last = i32(leaving.first, token + 1)
  for (let i = i32(leaving.first, token); i < last; i += 1) {
    const pair = i32(leaving.list, i)
    most = Math.max(most, f64(spot, pair) * f64(prices, i32(to, pair)))
  }
  for (const pair of branches)
    if (i32(from, pair) === token) most = Math.max(most, f64(spot, pair) * f64(prices, i32(to, pair)))
  return most
}

/** What it is bought for at the least; ∞ where nobody sells it for what has a price. */
function leastAsked({ ground: { pairs }, branches }: Scope, prices: TokenPrices, token: number): number {
  const { entering, from, to, spot } = pairs
  let least = Number.POSITIVE_INFINITY
  const last = i32(entering.first, token + 1)
  for (let i = i32(entering.first, token); i < last; i += 1) {
    const pair = i32(entering.list, i)
    least = lessOf(least, f64(prices, i32(from, pair)), f64(spot, pair))
  }
  for (const pair of branches)
    if (i32(to, pair) === token) least = lessOf(least, f64(prices, i32(from, pair)), f64(spot, pair))
  return least
}

const lessOf = (least: number, paid: number, spot: number): number =>
  paid > 0 && paid < least * spot ? paid / spot : least
