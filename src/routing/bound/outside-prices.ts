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

function middlePrice({ ground: { pairs }, branches }: Scope, prices: TokenPrices, token: number): number {
  const { leaving, entering, from, to, spot } = pairs
  let low = 0
  const sellOn = (pair: number) => {
    const worth = f64(spot, pair) * f64(prices, i32(to, pair))
    if (worth > low) low = worth
  }
  const lastOut = i32(leaving.first, token + 1)
  for (let i = i32(leaving.first, token); i < lastOut; i += 1) sellOn(i32(leaving.list, i))
  for (const pair of branches) if (i32(from, pair) === token) sellOn(pair)
  if (low === 0) return 0

  let high = Number.POSITIVE_INFINITY
  const buy = (pair: number) => {
    const paid = f64(prices, i32(from, pair))
    if (paid > 0 && paid < high * f64(spot, pair)) high = paid / f64(spot, pair)
  }
  const lastIn = i32(entering.first, token + 1)
  for (let i = i32(entering.first, token); i < lastIn; i += 1) buy(i32(entering.list, i))
  for (const pair of branches) if (i32(to, pair) === token) buy(pair)
  return high < Number.POSITIVE_INFINITY ? Math.sqrt(low * high) : low
}
