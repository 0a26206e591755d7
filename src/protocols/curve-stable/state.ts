export interface State {
  /** Of each token in the pool's order, smallest units, the administrator's fees left out. */
  readonly balances: readonly bigint[]
  /** Makes an amount of the token one of 18 decimals, with 18 more: 10^(36 − decimals), times what the token is worth. */
  readonly rates: readonly bigint[]
  /** A · n^(n−1) · `precision`. */
  readonly amplification: bigint
  /** 1 of the oldest pools, 100 of all others. */
  readonly precision: bigint
  /** D's product is divided by n^n at the end, not by n at every balance. */
  readonly dividedOnce: boolean
  /** Taken from what is bought, in 10^-10; at the peg, where it moves. */
  readonly feeE10: bigint
  /** The part of the fee that leaves the pool, in 10^-10. */
  readonly adminFeeE10: bigint
  /** Of StableSwap-NG, whose fee moves and which keeps oracles: so many times the fee far from the peg, in 10^-10. */
  readonly offpegE10?: bigint
  /** Of a pool over another one: its second token is a share of that, with the rate that the next trade goes by. */
  readonly over?: Over
}

/** A pool below another one, whose tokens follow the two of that. */
export interface Over {
  readonly base: State
  /** Its shares, 18 decimals. */
  readonly supply: bigint
  /** The rate of a share stays for ten minutes, so that what a trade moves below does not move it. */
  readonly keepsRate: boolean
}
