/** Pools of families that nobody can ask for a pair: known by what was logged when they were made. */
import type { KnownPool, Venue } from '#domain/protocol'
import type { Reading } from '#domain/reads'
import type { Address, Hex, NetworkName } from '#domain/units'

/** What a contract logged. */
export interface ContractLog {
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly block: number
}

/** A pool with the block it was made in. */
export interface MadePool extends KnownPool {
  readonly block: number
}

/** How a family's pools are learned of from the logs of a venue's factory, which nobody else writes. */
export interface Creations {
  /** First topics of the events that say there is a pool. */
  readonly topics: readonly Hex[]
  /**
   * The pools of such logs. What the logs do not say is asked, at the head: only what never changes. A pool that cannot
   * be worked out comes with the reason; a log that says nothing of a pool gives none.
   */
  pools(venue: Venue, logs: readonly ContractLog[]): Reading<readonly MadePool[]>
}

/** A block by which a chain is known again: where another stands at its height, the chain went another way. */
export interface Mark {
  readonly block: number
  readonly hash: Hex
}

/** Which logs: of `address`, with one of `topics` first, in blocks from the first to the last. */
export interface LogSearch {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly first: number
  readonly last: number
}

/** The logs as far as a node gave them in one answer: at least of the first block, at most to the last. */
export interface LogsFound {
  readonly logs: readonly ContractLog[]
  readonly through: Mark
}

/** One source on one network. */
export interface IndexedSource {
  readonly network: string
  readonly source: string
  /** Another one is another source, whatever its name. */
  readonly factory: Address
}

/** How far a source is indexed. */
export interface IndexCursor {
  /** Grows with every change: who writes by an older one writes nothing. */
  readonly version: number
  /** Newest first; the first is the last block whose logs were taken. */
  readonly marks: readonly Mark[]
}

/** Puts `pools` in the place of all that were made in blocks from `first` to `last`. */
export interface IndexStep {
  /** As the cursor was read; `undefined` where there was none. */
  readonly version: number | undefined
  readonly first: number
  readonly last: number
  readonly marks: readonly Mark[]
  readonly pools: readonly MadePool[]
}

export interface IndexedPool {
  readonly source: string
  readonly pool: KnownPool
}

/** Pools of a source by why they are left out; `''` counts those that are not. */
export type IndexCounts = Readonly<Record<string, number>>

/** Keeps pools by network, source and pair. What it says is the word of logs: states are read as of any other pool. */
export interface PoolIndex {
  /**
   * Pools that hold two of these tokens. Of every source and pair so many at most: those that can be worked out first,
   * and of them the oldest, so that nobody can crowd them out by making others.
   */
  between(network: string, tokens: readonly Address[]): Promise<readonly IndexedPool[]>
  /** `undefined` where nothing of it was indexed yet. */
  cursor(source: IndexedSource): Promise<IndexCursor | undefined>
  /** All of it or nothing; false, and nothing, where somebody else has written since the cursor was read. */
  put(source: IndexedSource, step: IndexStep): Promise<boolean>
  counts(source: IndexedSource): Promise<IndexCounts>
}

/** How far one source has come. */
export interface IndexingStep {
  readonly source: string
  /** Where this run began, the last block that is indexed, and the head it goes to. */
  readonly first: number
  readonly through: number
  readonly head: number
  /** What the step found, in the order of the chain. */
  readonly pools: readonly MadePool[]
}

export interface IndexingOptions {
  /** Forgets what is there and begins at the beginning. */
  readonly anew?: boolean
  /** Is told after each step, when it is durable. */
  readonly onStep?: (step: IndexingStep) => void
  /** Ends between two steps; what is done stays done. */
  readonly enough?: AbortSignal
}

/** What became of one source. */
export interface IndexedNow {
  readonly source: string
  readonly through: number
  readonly head: number
  readonly counts: IndexCounts
}

/** Makes the index of a network and brings it up to its head. */
export interface Indexing {
  /** @throws `NETWORK_UNAVAILABLE`, `INDEX_OF_ANOTHER_CHAIN`, `STORE_BUSY` */
  index(network: NetworkName, options?: IndexingOptions): Promise<readonly IndexedNow[]>
}
