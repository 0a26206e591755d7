/**
 * Prices of bins in geometric steps, as 128.128 binary fixed-point numbers. Source: Uint128x128Math.pow of Liquidity
 * Book.
 */
import { uint256 } from '#math/integers/uint256'
import { cachePrices } from './price-cache.ts'

const one = 1n << 128n
const max = (1n << 256n) - 1n
const bits = 21
/** Bins are numbered below this. */
const ids = 2 ** 24
/** The bin whose price is 1. */
export const middleBin = 2 ** 23

/**
 * (1 + binStep / 10^4)^(id − 2^23), a unit of X in units of Y: squared and multiplied in 128 bits, each product rounded
 * down, and inverted if it is above 1.
 * @param binStep in 10^-4
 * @throws RangeError if the contract reverts: the price does not fit 128 bits
 */
export function computeBinPrice(id: number, binStep: number): bigint {
  if (id === middleBin) return one
  if (Math.abs(id - middleBin) >= 2 ** bits) throw new RangeError('the bin has no price')
  return priceAt(binStep * ids + id)
}

const priceAt = cachePrices((key) => computePrice((key % ids) - middleBin, Math.floor(key / ids)))

function computePrice(exponent: number, binStep: number): bigint {
  const times = Math.abs(exponent)
  // a base above 1 is inverted so that its powers fit
  let squared = max / (one + (BigInt(binStep) << 128n) / 10_000n)
  let result = one
  for (let bit = 0; bit < bits; bit += 1) {
    if ((times >> bit) & 1) result = (result * squared) >> 128n
    squared = (squared * squared) >> 128n
  }
  if (result === 0n) throw new RangeError('the bin has no price')
  return uint256(exponent > 0 ? max / result : result)
}
