/** A bin with something in it. */
export type Bin = readonly [id: number, x: bigint, y: bigint]

/** What never changes but by the owner's word. Parts are in 10^-4. */
export interface Rules {
  /** The base fee is so many times the step, in 10^-4. */
  readonly baseFactor: bigint
  /** Seconds; a trade within them counts as the same move. */
  readonly filterPeriod: bigint
  /** Seconds, after which a move is forgotten. */
  readonly decayPeriod: bigint
  /** What is left of a move between the two. */
  readonly reductionFactor: bigint
  readonly variableFeeControl: bigint
  /** Of the fee, taken out of the bin. */
  readonly protocolShare: bigint
  readonly mostVolatility: bigint
}

/** How far the pair has moved of late: bins, times 10^4. */
export interface Volatility {
  readonly accumulator: bigint
  readonly reference: bigint
  readonly idReference: number
  /** Seconds since the last trade, at the block it was read. */
  readonly age: bigint
}

export interface State {
  /** In 10^-4. */
  readonly binStep: number
  /** Which of the pool's tokens is X. */
  readonly xIndex: number
  readonly activeId: number
  readonly rules: Rules
  readonly volatility: Volatility
  /** Ascending. Every bin from `knownFrom` to `knownTo` is here, or empty. */
  readonly bins: readonly Bin[]
  readonly knownFrom: number
  readonly knownTo: number
}

/** Ids are of 24 bits; there are no bins at the two ends. */
export const lastBin = 2 ** 24 - 1
