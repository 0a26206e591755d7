import type { LeftOutPool } from '#domain/left-out'
import type { Pool } from '#domain/protocol'
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
 * The states of many pools at one block: all the router ever sees, so that a quote can be worked out again,
 * offline and to the wei.
 */
export interface Snapshot {
  readonly network: NetworkName
  readonly chainId: number
  readonly block: Block
  /** What a unit of gas is expected to cost at this block. */
  readonly gasPrice: Wei
  readonly pools: readonly LivePool[]
  /** Pools that were met and cannot be worked out. */
  readonly leftOut?: readonly LeftOutPool[]
}
