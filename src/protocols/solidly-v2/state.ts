import type { Scales } from './stable-curve.ts'

export interface State {
  /** Of token 0 and token 1, smallest units. */
  readonly reserves: readonly [bigint, bigint]
  readonly curve: { readonly kind: 'volatile' } | { readonly kind: 'stable'; readonly scales: Scales }
  /** Taken from what is sold, in ten-thousandths, rounded down: as the factory says for this pool at this block. */
  readonly feeE4: bigint
}
