/** A pool of Balancer v2, its own share token left out. */

export interface PoolToken {
  /** What the vault holds for the pool, smallest units; below 2^112. */
  readonly raw: bigint
  /** 10^(18 − decimals) times the token's rate, with 18 decimals. */
  readonly scaling: bigint
}

export interface WeightedCurve {
  readonly type: 'weighted'
  /** 18 decimals, 1 in all. */
  readonly weights: readonly bigint[]
  /** Of the first factories, whose pools round every power by logarithm. */
  readonly isFirst: boolean
}

export interface StableCurve {
  readonly type: 'stable'
  /** A · n^(n−1) with three decimals. */
  readonly amplification: bigint
}

export interface State {
  readonly tokens: readonly PoolToken[]
  readonly curve: WeightedCurve | StableCurve
  /** Taken from what is sold, 18 decimals. */
  readonly swapFee: bigint
}
