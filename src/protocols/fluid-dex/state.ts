/** The liquidity layer's record of a pool and one token: its supply, or its debt. */
export interface FluidPosition {
  /** Bears interest: amounts are raw; times the exchange price in 12 decimals they are the token's. */
  readonly withInterest: boolean
  readonly amount: bigint
  /** Supply: what had to stay at the last update, 0 for nothing. Debt: how far it could grow then. */
  readonly limit: bigint
  /** Seconds since then: the limit expands with time. */
  readonly elapsed: bigint
  /** Expansion of the limit as a fraction of the amount, in 10^-4, and its duration in seconds. */
  readonly expandPercent: bigint
  readonly expandDuration: bigint
  /** Supply: below this all can be withdrawn. Debt: this can always be owed. */
  readonly base: bigint
  /** Debt: never more than this. */
  readonly most: bigint
}

/** Totals of all users of the layer, one token; raw amounts bear interest. */
export interface FluidTotals {
  readonly suppliedRaw: bigint
  readonly suppliedFree: bigint
  readonly owedRaw: bigint
  readonly owedFree: bigint
}

/** The layer's stored ratios, in 10^-4; it updates them when one has moved by more than the threshold. */
export interface FluidStoredRatios {
  readonly utilisation: bigint
  /**
   * Ratio of amounts without interest to those with it, or the inverse, as the layer packs it: twice the ratio, and a
   * bit.
   */
  readonly supplyRatio: bigint
  readonly owedRatio: bigint
  readonly threshold: bigint
  /** More than a day old: rewritten by the next trade. */
  readonly isStale: boolean
}

export interface FluidToken {
  /** Amounts times `up` over `down` have the 12 decimals that the pool computes in. */
  readonly up: bigint
  readonly down: bigint
  /** At the time of the block, 12 decimals: constant within the block. */
  readonly supplyPrice: bigint
  readonly owedPrice: bigint
  /** Absent if the layer would refuse to move it. */
  readonly supply?: FluidPosition
  readonly debt?: FluidPosition
  readonly totals: FluidTotals
  readonly written: FluidStoredRatios
  /** The layer's limit on utilization after a trade that borrows, in 10^-4. */
  readonly mostLent: bigint
  /** The pool's limit on the stored utilization after a trade that buys the token. Absent if it has none. */
  readonly mostWritten?: bigint
  /** The layer's balance, smallest units. */
  readonly held: bigint
}

/** Price of token 0 in token 1, 27 decimals; the range of both curves with its geometric mean. */
export interface FluidRange {
  readonly centre: bigint
  readonly upper: bigint
  readonly lower: bigint
  readonly mean: bigint
}

export interface FluidState extends FluidRange {
  readonly tokens: readonly [FluidToken, FluidToken]
  /** Whether there is a collateral curve, and a debt curve. */
  readonly collateral: boolean
  readonly debt: boolean
  /** Taken from the input. */
  readonly feePpm: bigint
  /** The share of the fee that leaves the pool, in 10^-2. */
  readonly revenuePercent: bigint
  /** A trade must leave the price within 5 % of each of these. */
  readonly anchors: readonly bigint[]
}
