/** How the lens reads pools of single-price bins. */
import type { Hex } from '#domain/units'

/** Selectors, four bytes each. */
export interface BinSelectors {
  readonly tokenX: Hex
  readonly active: Hex
  /** Seven words. */
  readonly rules: Hex
  /** Four words. */
  readonly volatility: Hex
  /** One word, 0 if a pool does not have this getter. */
  readonly hooks: Hex
  /** Takes a bin; returns its amounts of X and Y. */
  readonly bin: Hex
  /** Takes whether X is the input and a bin; returns the next bin that has liquidity shares. */
  readonly next: Hex
  /** Takes an amount and whether it is of X; returns what is left of it and the output. */
  readonly swapOut: Hex
}

/** A pool of bins as the lens read it: its answers, and the non-empty bins within reach. */
export interface BinRecord {
  readonly kind: 4
  readonly tokenX: Hex
  readonly active: Hex
  readonly rules: Hex
  readonly volatility: Hex
  readonly hooks: Hex
  /** The block's time, seconds since 1970. */
  readonly time: bigint
  /** The first and the last bin read. */
  readonly from: number
  readonly to: number
  readonly nextBelow: Hex
  readonly nextAbove: Hex
  /** One answer for each of `binProbes`; `unheard` if gas ran out. */
  readonly probeAnswers: readonly (BinProbeAnswer | 'refused' | 'unheard')[]
  readonly bins: readonly (readonly [id: number, x: bigint, y: bigint])[]
}

export interface BinProbeAnswer {
  /** The part of the input that buys nothing. */
  readonly left: bigint
  readonly out: bigint
}

/** The trades that every pool of bins is probed with, smallest units: some inside a bin, some through many or all. */
export const binProbes: readonly { readonly amountIn: bigint; readonly sellsX: boolean }[] = [
  10n ** 5n,
  10n ** 12n,
  10n ** 19n,
].flatMap((amountIn) => [true, false].map((sellsX) => ({ amountIn, sellsX })))
