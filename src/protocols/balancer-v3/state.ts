/** A pool of Balancer v3 as its vault sees it. */
import { wad } from '#math/wad'
import type { Surge } from './surge.ts'

export interface PoolToken {
  /** What the pool holds, smallest units; below 2^128. Fees on the yield of a rate are taken off already. */
  readonly raw: bigint
  /** 10^(18 − decimals). */
  readonly scaling: bigint
  /** What a token is worth of what its pool trades in, 18 decimals: 10^18 without a rate provider. */
  readonly rate: bigint
}

export interface WeightedCurve {
  readonly type: 'weighted'
  /** 18 decimals, 1 in all. */
  readonly weights: readonly bigint[]
  /**
   * Below which a trade must leave no balance, 18 decimals. Pools that have such limits also count one unit more of the
   * sold token than they hold; those of the first release do neither.
   */
  readonly leastBalances: readonly bigint[] | undefined
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
  /** How a hook raises that fee; where there is none, nothing does. */
  readonly surge?: Surge
  /** The part of that fee which leaves the pool at once, 18 decimals; 0 in recovery mode. */
  readonly aggregateSwapFee: bigint
  /** The least amount, of 18 decimals, that the vault trades on either side. */
  readonly leastTrade: bigint
}

/** As the vault undoes it when it pays: a rate that is no whole number counts one unit more. */
export const rateUp = ({ rate }: PoolToken): bigint => (rate % wad === 0n ? rate : rate + 1n)
