/** A pool of Balancer v2, without its own share token. */

export interface BalancerV2Token {
  /** The vault's balance for the pool, smallest units; below 2^112. */
  readonly raw: bigint
  /** 10^(18 − decimals) times the token's rate, with 18 decimals. */
  readonly scaling: bigint
}

export interface BalancerV2WeightedCurve {
  readonly type: 'weighted'
  /** 18 decimals, summing to 1. */
  readonly weights: readonly bigint[]
  /** Created by one of the first factories, whose pools round every power by logarithm. */
  readonly isFirst: boolean
}

export interface BalancerV2StableCurve {
  readonly type: 'stable'
  /** A · n^(n−1) with three decimals. */
  readonly amplification: bigint
}

export interface BalancerV2State {
  readonly tokens: readonly BalancerV2Token[]
  readonly curve: BalancerV2WeightedCurve | BalancerV2StableCurve
  /** Taken from the input, 18 decimals. */
  readonly swapFee: bigint
}
