import type { PoolSet } from '#shapes'

export interface Found {
  readonly steps?: readonly { readonly edge: number; readonly share: number }[]
  readonly out: number
  readonly cert: { readonly U: number; readonly UK: number; readonly ms: number }
}

export class Router {
  constructor(set: PoolSet)
  /** The tokens of an edge, two edges for a pool. */
  readonly from: Int32Array
  readonly to: Int32Array
  solve(
    from: number,
    to: number,
    amount: number,
    gasPriceOut: number,
    options: { readonly cap: number; readonly cert: boolean },
  ): Found | null
}
