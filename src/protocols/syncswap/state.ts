export interface SyncSwapState {
  /** Of token 0 and token 1, smallest units. */
  readonly reserves: readonly [bigint, bigint]
  /** Taken from the input, in 10^-5, if it is token 0 and if it is token 1: as the pool returns for our adapter. */
  readonly feesE5: readonly [bigint, bigint]
  /** Of a stable pool: factors that scale its amounts to 18 decimals. */
  readonly multipliers?: readonly [bigint, bigint]
}
