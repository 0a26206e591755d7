import type { SolidlyScales } from './stable-curve.ts'

export interface SolidlyState {
  /** Of token 0 and token 1, smallest units. */
  readonly reserves: readonly [bigint, bigint]
  readonly curve: { readonly kind: 'volatile' } | { readonly kind: 'stable'; readonly scales: SolidlyScales }
  /** Taken from the input, in ten-thousandths, rounded down: as the factory returns for this pool at this block. */
  readonly feeE4: bigint
}
