import type { Wei } from '#domain/units'
import { getPricePerNative } from '#routing/book/pair-prices'
import type { MarketIndex } from '#routing/search/search-graph'

/** The cost of gas in the output token. */
export interface GasValue {
  /** Approximate cost of one unit of gas, in smallest units; 0 if nothing prices native in the token. */
  readonly perUnit: number
  /** In smallest units, rounded up; `undefined` if nothing prices native in the token. */
  toExactCost(gas: bigint): bigint | undefined
}

/** Binary digits that a price keeps when converted to an integer: those of a float. */
const floatDigits = 53

/** Uses the spot prices along the path on which deep pools sell the token for native. */
export function createGasValue({ pairs, prices }: MarketIndex, token: number, gasPrice: Wei): GasValue {
  const price = getPricePerNative(pairs, prices, token)
  if (price === undefined) return { perUnit: 0, toExactCost: () => undefined }
  const shift = floatDigits - Math.ceil(Math.log2(price))
  const scaled = BigInt(Math.ceil(price * 2 ** shift))
  return {
    perUnit: Number(gasPrice) * price,
    toExactCost(gas) {
      const scaledCost = gas * gasPrice * scaled
      if (shift <= 0) return scaledCost << BigInt(-shift)
      const one = 1n << BigInt(shift)
      return (scaledCost + one - 1n) / one
    },
  }
}
