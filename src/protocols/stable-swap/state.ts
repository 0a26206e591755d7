export interface State {
  /** Of each token in the pool's order, smallest units, the administrator's fees left out. */
  readonly balances: readonly bigint[]
  /** Makes an amount of the token one of 18 decimals. */
  readonly multipliers: readonly bigint[]
  /** A · n^(n−1) · 100. */
  readonly amplification: bigint
  /** Taken from what is bought, in 10^-10. */
  readonly feeE10: bigint
  /** The part of the fee that leaves the pool, in 10^-10. */
  readonly adminFeeE10: bigint
}
