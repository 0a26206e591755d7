/** A non-empty tick: 18 decimals of token A and of token B, and a bit for each kind of bin in it. */
export type Tick = readonly [id: number, a: bigint, b: bigint, kinds: number]

export interface MaverickState {
  /** Width of the pool's ticks, in ticks of 1.0001. */
  readonly spacing: number
  /** Fraction of the input, 18 decimals, if it is A and if it is B. */
  readonly feesE18: readonly [bigint, bigint]
  /** Fraction of the fee, in 10^-3, that is taken out of the tick. */
  readonly protocolShare: bigint
  /** Factors that scale amounts of A and of B to 18 decimals. */
  readonly scales: readonly [bigint, bigint]
  /** All that the pool counts as its own, smallest units. */
  readonly reserves: readonly [bigint, bigint]
  readonly activeTick: number
  /** Range of the pool's mean price at the next trade: ticks, 8 decimals. */
  readonly mean: readonly [min: bigint, max: bigint]
  /** Ascending. Every tick from `knownFrom` to `knownTo` is here, or empty. */
  readonly ticks: readonly Tick[]
  readonly knownFrom: number
  readonly knownTo: number
  /** True if bins may have moved, depending on the time: then the ticks' contents are unknown. */
  readonly stirred: boolean
}

/** Ticks beyond the active one that our adapter lets a trade reach. */
export const maxTicks = 300
