/** What a route may be made of. */
export interface Limits {
  readonly maxHops: number
  readonly maxSplits: number
  readonly maxLegs: number
}

/** One question to the search: tokens by their numbers in the book, amounts in floats of the smallest units. */
export interface Task {
  readonly source: number
  readonly target: number
  readonly amount: number
  /** What a unit of gas costs, in the bought token. */
  readonly gasValue: number
  /** Gas that a leg saves which brings a token to the router on its way, where another leg takes it up. */
  readonly passedGas: number
  readonly limits: Limits
  /** What every leg costs beside its gas, in the bought token; nothing where absent. */
  readonly legPrice?: number
}
