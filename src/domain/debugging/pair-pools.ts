/** The pools between two tokens: their states, prices and depths at one block. */
import type { Pool } from '#domain/pools/protocol'
import type { SkippedPool } from '#domain/pools/skipped-pool'
import type { Block } from '#domain/pools/snapshot'
import type { Token } from '#domain/token'
import { type Address, type Amount, type NetworkName, type Ppm, ppm } from '#domain/units'

export interface PairQuery {
  readonly network: NetworkName
  readonly base: Address
  readonly quote: Address
  /** The head if absent. */
  readonly block?: number | undefined
}

/** By how much a price moves. */
export const depthShares: readonly Ppm[] = [ppm(5_000), ppm(10_000), ppm(20_000)]

/** What a pool trades until its price has moved by `share`. */
export interface DepthStep {
  readonly share: Ppm
  /** Fee included, rounded down. */
  readonly amountIn: Amount
  /** Exact; `undefined` if the pool, or its known part, cannot take the input. */
  readonly amountOut: Amount | undefined
  /** False if too little of the pool is known: it takes at least this. */
  readonly isComplete: boolean
}

export interface PairPool {
  readonly pool: Pool
  /** Plain data, as its family reads it. */
  readonly state: unknown
  /** Smallest units of `quote` per unit of `base`: what the first unit sold gives, and what the first bought costs. */
  readonly bid: number | undefined
  readonly ask: number | undefined
  /** `base` is sold until its price has fallen. */
  readonly down: readonly DepthStep[]
  /** `quote` is sold until the price of `base` has risen. */
  readonly up: readonly DepthStep[]
}

/** Of all pools together, in smallest units of `base`, to a price that is `share` away from the middle. */
export interface DepthPoint {
  /** Below 0: sold down to it; above 0: bought up to it. As a fraction. */
  readonly share: number
  readonly amount: number
}

export interface PairPools {
  readonly block: Block
  readonly base: Token
  readonly quote: Token
  /** Deepest first, those without a price last. */
  readonly pools: readonly PairPool[]
  readonly skipped: readonly SkippedPool[]
  /** Between the best bid and the best ask; `undefined` without pools that trade both ways. */
  readonly middle: number | undefined
  /** By share, ascending. */
  readonly depth: readonly DepthPoint[]
}
