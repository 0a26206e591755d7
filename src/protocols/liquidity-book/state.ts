/** A bin that is not empty. */
export type Bin = readonly [id: number, x: bigint, y: bigint]

/** Constants unless the owner changes them. Fractions are in 10^-4. */
export interface LiquidityBookRules {
  /** The base fee as a multiple of the step, in 10^-4. */
  readonly baseFactor: bigint
  /** Seconds; a trade within them counts as part of the same move. */
  readonly filterPeriod: bigint
  /** Seconds after which the volatility is zero. */
  readonly decayPeriod: bigint
  /** The fraction of the volatility kept between the two. */
  readonly reductionFactor: bigint
  readonly variableFeeControl: bigint
  /** Fraction of the fee that is taken out of the bin. */
  readonly protocolShare: bigint
  readonly mostVolatility: bigint
}

/** How far the pair has moved recently: bins, times 10^4. */
export interface Volatility {
  readonly accumulator: bigint
  readonly reference: bigint
  readonly idReference: number
  /** Seconds since the last trade, at the block it was read. */
  readonly age: bigint
}

export interface LiquidityBookState {
  /** In 10^-4. */
  readonly binStep: number
  /** Which of the pool's tokens is X. */
  readonly xIndex: number
  readonly activeId: number
  readonly rules: LiquidityBookRules
  readonly volatility: Volatility
  /** Ascending. Every bin from `knownFrom` to `knownTo` is here, or empty. */
  readonly bins: readonly Bin[]
  readonly knownFrom: number
  readonly knownTo: number
  /** A pair of v2.2: it refuses a trade that leaves more liquidity in a bin than {@link maxLiquidity}. */
  readonly limitsBins?: true
}

/**
 * Of a bin, in units of Y with 128 binary digits: (2^256 − 1) · ln 1.0001 / (2 ln 2^128), as LFJ's contract states it.
 */
export const maxLiquidity =
  65_251_743_116_719_673_010_965_625_540_244_653_191_619_923_014_385_985_379_600_384_103_134_737n

/** Ids have 24 bits; there are no bins at the two ends. */
export const lastBin = 2 ** 24 - 1
