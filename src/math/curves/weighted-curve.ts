/** Weighted pools in floats, for the search; exact amounts are in `weighted.ts`. */

export interface WeightedFloats {
  /** Smallest units of either token. */
  readonly balanceIn: number
  readonly balanceOut: number
  /** Weight of the input token divided by that of the output token. */
  readonly exponent: number
  /** Share of the input left after the fee. */
  readonly feeFactor: number
}

/** The trade of `x`, fee included: its output, and the marginal price after it. */
export function evaluateWeighted({ balanceIn, balanceOut, exponent, feeFactor: kept }: WeightedFloats, x: number) {
  const growth = Math.log1p((x * kept) / balanceIn)
  const left = Math.exp(-exponent * growth)
  const slope = (kept * exponent * balanceOut * left) / (balanceIn + x * kept)
  return { x, y: -balanceOut * Math.expm1(-exponent * growth), slope }
}

/** The largest accepted input: 30 % of the balance, minus what rounding may refuse of it. */
export const getMaxWeightedInput = ({ balanceIn, feeFactor: kept }: WeightedFloats): number =>
  ((0.3 * balanceIn) / kept) * (1 - 1e-12)
