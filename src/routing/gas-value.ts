import type { Wei } from '#domain/units'
import { perNative } from './book/prices.ts'
import type { Ground } from './search/core.ts'

/** What gas costs in the bought token. */
export interface GasValue {
  /** Of one unit, about, in smallest units; 0 where nothing prices native in the token. */
  readonly each: number
  /** In smallest units, rounded up; `undefined` where nothing prices native in the token. */
  exactly(gas: bigint): bigint | undefined
}

/** Binary digits that a price keeps when it becomes an integer: as many as a float has. */
const digits = 53

/** By the spot prices of the way on which deep pools sell the token for native. */
export function valueGas({ pairs, prices }: Ground, token: number, gasPrice: Wei): GasValue {
  const price = perNative(pairs, prices, token)
  if (price === undefined) return { each: 0, exactly: () => undefined }
  const shift = digits - Math.ceil(Math.log2(price))
  const scaled = BigInt(Math.ceil(price * 2 ** shift))
  return {
    each: Number(gasPrice) * price,
    exactly(gas) {
      const scaledCost = gas * gasPrice * scaled
      if (shift <= 0) return scaledCost << BigInt(-shift)
      const one = 1n << BigInt(shift)
      return (scaledCost + one - 1n) / one
    },
  }
}
