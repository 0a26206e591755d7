import type { Pool } from '#domain/pools/protocol'
import type { SkippedPool } from '#domain/pools/skipped-pool'
import type { BlockNumber, Hex, NetworkName, Seconds, Wei } from '#domain/units'

export interface Block {
  readonly number: BlockNumber
  readonly hash: Hex
  readonly time: Seconds
}

/** A pool with its state at the snapshot's block; `state` belongs to the adapter of `pool.venue.protocol`. */
export interface LivePool {
  readonly pool: Pool
  readonly state: unknown
}

/**
 * The states of many pools at one block: all that the router ever sees, so that a quote can be recomputed, offline and
 * to the wei.
 */
export interface Snapshot {
  readonly network: NetworkName
  readonly chainId: number
  readonly block: Block
  /** The expected price of a unit of gas at this block. */
  readonly gasPrice: Wei
  readonly pools: readonly LivePool[]
  /** Pools that were found and are not modelled. */
  readonly skipped?: readonly SkippedPool[]
}
