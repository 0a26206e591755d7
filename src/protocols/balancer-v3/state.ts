/** A pool of Balancer v3 as its vault stores it. */
import { wad } from '#math/integers/wad'
import type { Surge } from './surge.ts'

export interface BalancerV3Token {
  /** The pool's balance, smallest units; below 2^128. Yield fees are deducted already. */
  readonly raw: bigint
  /** 10^(18 − decimals). */
  readonly scaling: bigint
  /** Value of a token in the unit that its pool trades in, 18 decimals: 10^18 without a rate provider. */
  readonly rate: bigint
}

export interface BalancerV3WeightedCurve {
  readonly type: 'weighted'
  /** 18 decimals, summing to 1. */
  readonly weights: readonly bigint[]
  /**
   * The balance each token must keep after a trade, 18 decimals. Pools with such minimums also count one unit more of
   * the input token than they hold; those of the first release do neither.
   */
  readonly leastBalances: readonly bigint[] | undefined
}

export interface BalancerV3StableCurve {
  readonly type: 'stable'
  /** A · n^(n−1) with three decimals. */
  readonly amplification: bigint
}

export interface BalancerV3State {
  readonly tokens: readonly BalancerV3Token[]
  readonly curve: BalancerV3WeightedCurve | BalancerV3StableCurve
  /** Taken from the input, 18 decimals. */
  readonly swapFee: bigint
  /** How a hook raises that fee; absent without such a hook. */
  readonly surge?: Surge
  /** The share of that fee that leaves the pool at once, 18 decimals; 0 in recovery mode. */
  readonly aggregateSwapFee: bigint
  /** The smallest amount, 18 decimals, that the vault trades on either side. */
  readonly leastTrade: bigint
}

/** As the vault reverts the rate when it pays: a rate that is not an integer counts one unit more. */
export const roundRateUp = ({ rate }: BalancerV3Token): bigint => (rate % wad === 0n ? rate : rate + 1n)
