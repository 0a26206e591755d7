/** Weighted pools in floats, for the search; see `weighted.ts` for what they give. */

export interface WeightedFloats {
  /** Smallest units of either token. */
  readonly balanceIn: number
  readonly balanceOut: number
  /** Weight of the sold token by that of the bought one. */
  readonly exponent: number
  /** What the fee leaves. */
  readonly kept: number
}

/** The trade of `x`, its fee included: what it buys, and the marginal price after it. */
export function weightedPoint({ balanceIn, balanceOut, exponent, kept }: WeightedFloats, x: number) {
  const growth = Math.log1p((x * kept) / balanceIn)
  const left = Math.exp(-exponent * growth)
  const slope = (kept * exponent * balanceOut * left) / (balanceIn + x * kept)
  return { x, y: -balanceOut * Math.expm1(-exponent * growth), slope }
}

/** The most that is taken: 30 % of the balance, less what rounding may refuse of it. */
export const mostWeighted = ({ balanceIn, kept }: WeightedFloats): number => ((0.3 * balanceIn) / kept) * (1 - 1e-12)
