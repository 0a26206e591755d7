import { f64, i32 } from '#math/typed'
import type { TokenPrices } from './arbitrage.ts'
import type { Scope } from './scope.ts'

const sweeps = 2

/**
 * Prices every token outside the core in the middle between what it is sold on for and what it is bought for, at spot
 * prices: where the two leave room, nothing gains over it; where they do not, both sides share what there is to gain.
 * A token that leads nowhere keeps the price 0.
 * @param prices of the core's tokens already set, 0 for the others
 * @param isCore by token of the book
 */
export function priceOutside(scope: Scope, prices: TokenPrices, isCore: Uint8Array): void {
  const { reached } = scope
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (const token of reached) if (isCore[token] === 0) prices[token] = middlePrice(scope, prices, token)
  }
}

function middlePrice({ ground: { pairs } }: Scope, prices: TokenPrices, token: number): number {
  const { leaving, entering, from, to, spot } = pairs
  let low = 0
  const lastOut = i32(leaving.first, token + 1)
  for (let i = i32(leaving.first, token); i < lastOut; i += 1) {
    const pair = i32(leaving.list, i)
    const worth = f64(spot, pair) * f64(prices, i32(to, pair))
    if (worth > low) low = worth
  }
  if (low === 0) return 0
  let high = Number.POSITIVE_INFINITY
  const lastIn = i32(entering.first, token + 1)
  for (let i = i32(entering.first, token); i < lastIn; i += 1) {
    const pair = i32(entering.list, i)
    const paid = f64(prices, i32(from, pair))
    if (paid > 0 && paid < high * f64(spot, pair)) high = paid / f64(spot, pair)
  }
  return high < Number.POSITIVE_INFINITY ? Math.sqrt(low * high) : low
}
