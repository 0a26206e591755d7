/** What the liquidity layer has written down of a pool and one token: what it supplied, or what it owes. */
export interface Position {
  /** Interest is paid: amounts are raw, times the exchange price in 12 decimals they are the token's. */
  readonly withInterest: boolean
  readonly amount: bigint
  /** Supplied: what had to stay when it was last touched, 0 for nothing. Owed: how far it could grow then. */
  readonly limit: bigint
  /** Seconds since then: with time more can be taken. */
  readonly elapsed: bigint
  /** Of the amount, in 10^-4: by how much the limit may move, and in how many seconds. */
  readonly expandPercent: bigint
  readonly expandDuration: bigint
  /** Supplied: below this all can be taken. Owed: this can always be owed. */
  readonly base: bigint
  /** Owed: never more than this. */
  readonly most: bigint
}

/** Of all users of the layer, one token; raw amounts are those with interest. */
export interface Totals {
  readonly suppliedRaw: bigint
  readonly suppliedFree: bigint
  readonly owedRaw: bigint
  readonly owedFree: bigint
}

/** What the layer wrote down when it last did, in 10^-4; it does so anew where one has moved by more than the threshold. */
export interface Written {
  readonly utilisation: bigint
  /** Of what bears no interest to what does, or the other way round, as the layer packs it: twice the part, and a bit. */
  readonly supplyRatio: bigint
  readonly owedRatio: bigint
  readonly threshold: bigint
  /** More than a day old: written anew with the next trade. */
  readonly isStale: boolean
}

export interface TokenState {
  /** Amounts times `up` over `down` have the 12 decimals that the pool reckons in. */
  readonly up: bigint
  readonly down: bigint
  /** At the time of the block, 12 decimals: they stand still within it. */
  readonly supplyPrice: bigint
  readonly owedPrice: bigint
  /** Absent where the layer would refuse to move it. */
  readonly supply?: Position
  readonly debt?: Position
  readonly totals: Totals
  readonly written: Written
  /** How much of the token may be lent out after a trade that borrows, in 10^-4: the layer's limit. */
  readonly mostLent: bigint
  /** The same after a trade that buys it, by what the layer has written: the pool's limit. Absent where it has none. */
  readonly mostWritten?: bigint
  /** What lies in the layer, smallest units. */
  readonly held: bigint
}

/** Price of token 0 in token 1, 27 decimals; the range of both curves with its geometric mean. */
export interface Range {
  readonly centre: bigint
  readonly upper: bigint
  readonly lower: bigint
  readonly mean: bigint
}

export interface State extends Range {
  readonly tokens: readonly [TokenState, TokenState]
  /** Whether there is a curve over what was supplied, and one over what is owed. */
  readonly collateral: boolean
  readonly debt: boolean
  /** Taken from what is sold. */
  readonly feePpm: bigint
  /** Of the fee, what leaves the pool, in 10^-2. */
  readonly revenuePercent: bigint
  /** A trade must leave the price within 5 % of each of these. */
  readonly anchors: readonly bigint[]
}
