export interface State {
  /** Of token 0 and token 1, smallest units. */
  readonly reserves: readonly [bigint, bigint]
  /** Taken from what is sold, in 10^-5, where it is token 0 and where it is token 1: as the pool says to our adapter. */
  readonly feesE5: readonly [bigint, bigint]
  /** Of a stable pool: what makes its amounts those of 18 decimals. */
  readonly multipliers?: readonly [bigint, bigint]
}
