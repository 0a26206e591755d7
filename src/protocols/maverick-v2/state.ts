/** A tick with something in it: 18 decimals of token A and of token B, and a bit for each kind of bin that lies there. */
export type Tick = readonly [id: number, a: bigint, b: bigint, kinds: number]

export interface State {
  /** Ticks of 1.0001 that one of the pool's is wide. */
  readonly spacing: number
  /** Of what is sold, 18 decimals, where it is A and where it is B. */
  readonly feesE18: readonly [bigint, bigint]
  /** Of the fee, in 10^-3, taken out of the tick. */
  readonly protocolShare: bigint
  /** What makes amounts of A and of B those of 18 decimals. */
  readonly scales: readonly [bigint, bigint]
  /** All that the pool counts as its own, smallest units. */
  readonly reserves: readonly [bigint, bigint]
  readonly activeTick: number
  /** Between what the pool's mean of the price may stand once somebody trades: ticks, 8 decimals. */
  readonly mean: readonly [least: bigint, most: bigint]
  /** Ascending. Every tick from `knownFrom` to `knownTo` is here, or empty. */
  readonly ticks: readonly Tick[]
  readonly knownFrom: number
  readonly knownTo: number
  /** Whether bins may have been moved, or not, by when it is: what the ticks hold then is not known. */
  readonly stirred: boolean
}

/** Ticks beyond the active one that our adapter lets a trade go. */
export const mostTicks = 300
