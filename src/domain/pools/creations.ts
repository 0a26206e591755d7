/** Pools of families that have no look-up by pair: found by the logs of their creation. */

import type { Reading } from '#domain/calls/reads'
import type { KnownPool, Venue } from '#domain/pools/protocol'
import type { Address, Hex, NetworkName } from '#domain/units'

/** An event log of a contract. */
export interface ContractLog {
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly block: number
  /** Where the node says it. */
  readonly transaction?: Hex
}

/** A pool with its creation block. */
export interface CreatedPool extends KnownPool {
  readonly block: number
}

/** How a family's pools are found in the logs of a venue's factory, which only the factory writes. */
export interface PoolCreations {
  /** First topics of the events that announce a pool. */
  readonly topics: readonly Hex[]
  /**
   * The pools of such logs. Facts that the logs lack are read at the head, and only facts that never change. A pool
   * that is not modelled exactly comes with the reason; logs that announce no pool are ignored.
   * @throws RangeError if some cannot be decoded: they are left out
   */
  pools(venue: Venue, logs: readonly ContractLog[]): Reading<readonly CreatedPool[]>
}

/** A block that identifies a chain: another block at its height means a reorganization. */
export interface ReorgCheckpoint {
  readonly block: number
  readonly hash: Hex
}

/** The logs of `address` with one of `topics` first, in blocks from the first to the last, both included. */
export interface LogSearch {
  readonly address: Address
  /** Any of these as the first topic. */
  readonly topics: readonly Hex[]
  /** The further topics, in order; `null` matches any, and so does an absent one. */
  readonly indexed?: readonly (Hex | null)[]
  readonly first: number
  readonly last: number
}

/** The logs that a node returned in one answer: at least those of the first block, at most to the last. */
export interface LogSearchResult {
  readonly logs: readonly ContractLog[]
  readonly checkpoint: ReorgCheckpoint
}

/** One source on one network. */
export interface IndexedSource {
  readonly network: string
  readonly source: string
  /** A source with another factory is another source, whatever its name. */
  readonly factory: Address
}

/** How far a source is indexed. */
export interface IndexCursor {
  /** Grows with every change: a write based on an older version is rejected. */
  readonly version: number
  /** Newest first; the first is the last block whose logs are indexed. */
  readonly marks: readonly ReorgCheckpoint[]
}

/** Replaces all pools created in blocks from `first` to `last` by `pools`. */
export interface IndexUpdate {
  /** The cursor's version when it was read; `undefined` if there was none. */
  readonly version: number | undefined
  readonly first: number
  readonly last: number
  readonly marks: readonly ReorgCheckpoint[]
  readonly pools: readonly CreatedPool[]
}

export interface IndexedPool {
  readonly source: string
  readonly pool: KnownPool
}

/** The number of a source's pools by skip reason; `''` counts those that are not skipped. */
export type IndexCounts = Readonly<Record<string, number>>

/**
 * Stores pools by network, source and pair. It trusts the logs only for a pool's existence: states are read as for any
 * pool.
 */
export interface PoolIndex {
  /**
   * Pools that hold two of these tokens. Up to a maximum per source and pair: usable pools first, then the oldest, so
   * that new pools cannot crowd them out.
   */
  findBetween(network: string, tokens: readonly Address[]): Promise<readonly IndexedPool[]>
  /** `undefined` if nothing of it is indexed yet. */
  cursor(source: IndexedSource): Promise<IndexCursor | undefined>
  /** All or nothing; returns false and writes nothing if another process has written since the cursor was read. */
  put(source: IndexedSource, step: IndexUpdate): Promise<boolean>
  counts(source: IndexedSource): Promise<IndexCounts>
  /** Some of a source's pools, by block and address: those after `after`; none if there are no more. */
  list(source: IndexedSource, after?: Pick<CreatedPool, 'block' | 'address'>): Promise<readonly CreatedPool[]>
}

/** How far one source is indexed. */
export interface IndexingProgress {
  readonly source: string
  /** The first block of this run, the last indexed block, and the head it runs to. */
  readonly first: number
  readonly through: number
  readonly head: number
  /** The pools that the step found, in chain order. */
  readonly pools: readonly CreatedPool[]
}

export interface IndexingOptions {
  /** Discards the index and starts over. */
  readonly restart?: boolean
  /** Called after each step, once it is durable. */
  readonly onStep?: (step: IndexingProgress) => void
  /** Stops between two steps; completed steps remain. */
  readonly signal?: AbortSignal
  /** At most so many requests a second; no limit if absent. */
  readonly maxPerSecond?: number | undefined
}

/** The result for one source. */
export interface IndexingResult {
  readonly source: string
  readonly through: number
  readonly head: number
  readonly counts: IndexCounts
}

/** Builds the index of a network and updates it to the head. */
export interface PoolIndexing {
  /** @throws `NETWORK_UNAVAILABLE`, `INDEX_OF_ANOTHER_CHAIN`, `STORE_BUSY` */
  index(network: NetworkName, options?: IndexingOptions): Promise<readonly IndexingResult[]>
  /** All that is indexed of a network, as a file's text; the same for the same pools. */
  exportFile(network: NetworkName): Promise<string>
  /**
   * Takes over what such a file has beyond the index, if the chain has the blocks that it ends with.
   * @returns the sources whose pools were taken over
   * @throws `POOL_FILE_NOT_VALID`, `NETWORK_UNAVAILABLE`, `STORE_BUSY`
   */
  importFile(network: NetworkName, text: string): Promise<readonly string[]>
}
