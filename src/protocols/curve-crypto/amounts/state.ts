/** The contract of a pool: CryptoSwap with two tokens, with three (Tricrypto), Tricrypto-NG, Twocrypto-NG. */
export const kinds = ['two', 'tri', 'tri-ng', 'two-ng'] as const
export type CurveCryptoKind = (typeof kinds)[number]

/** The curve's parameters, as its contract stores them. */
export interface CurveCryptoShape {
  readonly kind: CurveCryptoKind
  /** A · n^n · 10^4. */
  readonly a: bigint
  /** 18 decimals. */
  readonly gamma: bigint
  /** CryptoSwap with two tokens of version 0.3.3: Newton's method for a balance divides a sum, not its second term. */
  readonly dividesSum?: true
}

export interface CurveCryptoState extends CurveCryptoShape {
  /** Of each token in the pool's order, smallest units. */
  readonly balances: readonly bigint[]
  /** Factors that scale an amount of a token to 18 decimals. */
  readonly precisions: readonly bigint[]
  /** The pool's price of each token except the first, in the first one, 18 decimals. */
  readonly priceScale: readonly bigint[]
  /** D, in the first token, 18 decimals: of the balances after the last trade. */
  readonly invariant: bigint
  /** Taken from the output, in 10^-10: at balance, and far from it. */
  readonly midFeeE10: bigint
  readonly outFeeE10: bigint
  /** How fast the fee goes from one to the other, 18 decimals. */
  readonly feeGamma: bigint
  /** Of the pool's own shares, after the last trade, 18 decimals. */
  readonly virtualPrice: bigint
  /** Of the pool's own shares. */
  readonly supply: bigint
  /** Prices are so close to the scale that no trade moves it. */
  readonly isSettled: boolean
  /** A trade may have moved its scale: by how much cannot be known beforehand. */
  readonly isMoved?: true
}
