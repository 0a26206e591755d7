export interface StableSwapState {
  /** Of each token in the pool's order, smallest units, without the administrator's fees. */
  readonly balances: readonly bigint[]
  /** Factors that scale an amount of the token to 18 decimals. */
  readonly multipliers: readonly bigint[]
  /** A · n^(n−1) · 100. */
  readonly amplification: bigint
  /** Taken from the output, in 10^-10. */
  readonly feeE10: bigint
  /** The share of the fee that leaves the pool, in 10^-10. */
  readonly adminFeeE10: bigint
}
