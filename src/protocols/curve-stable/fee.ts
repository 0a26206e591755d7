/** The fee of StableSwap-NG, which grows as two balances part. Source: `_dynamic_fee` of CurveStableSwapNG. */
import { uint256 } from '#math/uint256'

const feeUnit = 10n ** 10n

interface Fee {
  /** At the peg, in 10^-10. */
  readonly feeE10: bigint
  /** So many times as much far from it, in 10^-10; nothing moves at 1 and below. */
  readonly offpegE10: bigint
}

/**
 * m f / ((m − 1) · 4ab / (a + b)² + 1), rounded as the contract does.
 * @param a, b mean balances of the two tokens over the trade, 18 decimals
 * @throws RangeError where the contract reverts
 */
export function movingFee({ feeE10, offpegE10 }: Fee, a: bigint, b: bigint): bigint {
  if (offpegE10 <= feeUnit) return feeE10
  const square = uint256(uint256(a + b) ** 2n)
  const nearness = uint256(uint256(uint256((offpegE10 - feeUnit) * 4n) * a) * b) / square
  return (offpegE10 * feeE10) / (nearness + feeUnit)
}

/** The same in floats, as a part of 1. */
export function movingFeeFloat({ feeE10, offpegE10 }: Fee, a: number, b: number): number {
  const [fee, most] = [Number(feeE10) / 1e10, Number(offpegE10) / 1e10]
  if (most <= 1) return fee
  const apart = (a - b) / (a + b)
  return (most * fee) / ((most - 1) * (1 - apart * apart) + 1)
}
