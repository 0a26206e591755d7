/** The fee of StableSwap-NG, which grows as two balances diverge. Source: `_dynamic_fee` of CurveStableSwapNG. */
import { uint256 } from '#math/integers/uint256'

const feeUnit = 10n ** 10n

interface Fee {
  /** At the peg, in 10^-10. */
  readonly feeE10: bigint
  /** The multiple of it far from the peg, in 10^-10; the fee is constant at 1 and below. */
  readonly offpegE10: bigint
}

/**
 * m f / ((m − 1) · 4ab / (a + b)² + 1), rounded as the contract does.
 * @param a, b mean balances of the two tokens over the trade, 18 decimals
 * @throws RangeError if the contract reverts
 */
export function computeMovingFee({ feeE10, offpegE10 }: Fee, a: bigint, b: bigint): bigint {
  if (offpegE10 <= feeUnit) return feeE10
  const square = uint256(uint256(a + b) ** 2n)
  const nearness = uint256(uint256(uint256((offpegE10 - feeUnit) * 4n) * a) * b) / square
  return (offpegE10 * feeE10) / (nearness + feeUnit)
}

/** The same in floats, as a fraction. */
export function createMovingFee({ feeE10, offpegE10 }: Fee): (a: number, b: number) => number {
  const fee = Number(feeE10) / 1e10
  const max = Number(offpegE10) / 1e10
  if (max <= 1) return () => fee
  return (a, b) => {
    const apart = (a - b) / (a + b)
    return (max * fee) / ((max - 1) * (1 - apart * apart) + 1)
  }
}
