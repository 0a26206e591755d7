/** Which contract a pool is of: CryptoSwap with two tokens, with three (Tricrypto), Tricrypto-NG, Twocrypto-NG. */
export const kinds = ['two', 'tri', 'tri-ng', 'two-ng'] as const
export type Kind = (typeof kinds)[number]

/** The curve of a pool, as its contract keeps it. */
export interface Shape {
  readonly kind: Kind
  /** A · n^n · 10^4. */
  readonly a: bigint
  /** 18 decimals. */
  readonly gamma: bigint
}

export interface State extends Shape {
  /** Of each token in the pool's order, smallest units. */
  readonly balances: readonly bigint[]
  /** Makes an amount of a token one of 18 decimals. */
  readonly precisions: readonly bigint[]
  /** What the pool takes a token of all but the first to be worth, in the first one, 18 decimals. */
  readonly priceScale: readonly bigint[]
  /** D, in the first token, 18 decimals: of the balances as the last trade left them. */
  readonly invariant: bigint
  /** Taken from what is bought, in 10^-10: where all tokens are of one value, and far from that. */
  readonly midFeeE10: bigint
  readonly outFeeE10: bigint
  /** How fast the fee goes from one to the other, 18 decimals. */
  readonly feeGamma: bigint
  /** Of the pool's own shares, as the last trade left it, 18 decimals. */
  readonly virtualPrice: bigint
  /** Of the pool's own shares. */
  readonly supply: bigint
  /** Prices are so near the scale that no trade moves it. */
  readonly isSettled: boolean
  /** It has traded and may have moved its scale since: by how much cannot be known before. */
  readonly isMoved?: true
}
