export interface CurveStableState {
  /** Of each token in the pool's order, smallest units, without the administrator's fees. */
  readonly balances: readonly bigint[]
  /**
   * Factors that scale an amount of the token to 18 decimals, with 18 more: 10^(36 − decimals), times the token's rate.
   */
  readonly rates: readonly bigint[]
  /** A · n^(n−1) · `precision`. */
  readonly amplification: bigint
  /** 1 for the oldest pools, 100 for all others. */
  readonly precision: bigint
  /** D's product is divided by n^n at the end, not by n at every balance. */
  readonly dividedOnce: boolean
  /** Taken from the output, in 10^-10; at the peg, if it moves. */
  readonly feeE10: bigint
  /** The share of the fee that leaves the pool, in 10^-10. */
  readonly adminFeeE10: bigint
  /** Of StableSwap-NG, whose fee moves and which has oracles: the multiple of the fee far from the peg, in 10^-10. */
  readonly offpegE10?: bigint
  /** Of a metapool: its second token is a share of this base pool, with the rate that the next trade uses. */
  readonly over?: CurveBasePool
}

/** A base pool, whose tokens follow the two of the metapool. */
export interface CurveBasePool {
  readonly base: CurveStableState
  /** Its shares, 18 decimals. */
  readonly supply: bigint
  /** The rate of a share is cached for ten minutes, so a trade's effect on the base pool does not move it. */
  readonly keepsRate: boolean
}
