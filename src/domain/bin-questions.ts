/** How the lens reads a pool of bins of one price each. */
import type { Hex } from './units.ts'

/** Selectors, four bytes each. */
export interface BinQuestions {
  readonly tokenX: Hex
  readonly active: Hex
  /** Seven words. */
  readonly rules: Hex
  /** Four words. */
  readonly volatility: Hex
  /** One word, 0 where a pool does not know the question. */
  readonly hooks: Hex
  /** Takes a bin and says what it holds of X and Y. */
  readonly bin: Hex
  /** Takes whether X is sold and a bin, and says the next one that anybody has a share of. */
  readonly next: Hex
  /** Takes an amount and whether it is of X, and says what is left of it and what it gives. */
  readonly swapOut: Hex
}

/** A pool of bins as the lens saw it: what it answered, and the bins within reach that are not empty. */
export interface BinRecord {
  readonly kind: 4
  readonly tokenX: Hex
  readonly active: Hex
  readonly rules: Hex
  readonly volatility: Hex
  readonly hooks: Hex
  /** Of the block, seconds since 1970. */
  readonly time: bigint
  /** The first bin and the last of those that were read. */
  readonly from: number
  readonly to: number
  readonly nextBelow: Hex
  readonly nextAbove: Hex
  /** To each of `binProbes`; `unheard` where gas ran out. */
  readonly sayings: readonly (BinSaying | 'refused' | 'unheard')[]
  readonly bins: readonly (readonly [id: number, x: bigint, y: bigint])[]
}

export interface BinSaying {
  /** Of the input, what nothing is given for. */
  readonly left: bigint
  readonly out: bigint
}

/** What every pool of bins is asked about, smallest units: some inside a bin, some through many or all. */
export const binProbes: readonly { readonly amountIn: bigint; readonly sellsX: boolean }[] = [
  10n ** 5n,
  10n ** 12n,
  10n ** 19n,
].flatMap((amountIn) => [true, false].map((sellsX) => ({ amountIn, sellsX })))
