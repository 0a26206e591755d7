/** What a service stores, and the quotes of a user: implemented in `src/store`. */

import type { CrossQuoteStore } from '#domain/crossing/cross-quote'
import type { PoolIndex } from '#domain/pools/creations'
import type { Quote, StoredQuote } from '#domain/quotes/quote'
import type { StoredQuoteNotes } from '#domain/quotes/quote-record'
import type { RelayStore } from '#domain/relay/relay'
import type { ApiKey } from '#domain/service/api-key'
import type { StatusCounts, SwapRecord, SwapReference } from '#domain/service/swap-record'
import type { Address, Hex, NetworkName, QuoteId, Seconds } from '#domain/units'

export interface QuoteStore {
  /** A stored quote with the same terms is kept. @throws INTERNAL if another trade has its id. */
  put(quote: Quote): Promise<void>
  /** By full id, by a unique prefix of at least 8 characters, or `last`. @throws `QUOTE_NOT_FOUND`, `QUOTE_AMBIGUOUS`. */
  get(reference: string): Promise<StoredQuote>
  /**
   * Marks the quote used, once and atomically across processes, and stores its payload's hash (keccak-256 of the data),
   * so that a transaction on the chain leads back to it. Of an order that is handed to a service, it is the signature's
   * hash, by which a relayer over the same store takes the order. A store that machines share uses its own clock instead of
   * `now`.
   * @throws `QUOTE_EXPIRED`, `QUOTE_CONSUMED`, `QUOTE_NOT_FOUND`.
   */
  consume(id: QuoteId, now: Seconds, payloadHash?: Hex): Promise<void>
  /** The quotes whose payload has this hash, newest first; nearly always one or none. */
  findByPayload(payloadHash: Hex): Promise<readonly StoredQuote[]>
  /** Deletes up to `max` quotes that expired before `before`; returns how many. */
  sweep(before: Seconds, max: number): Promise<number>
}

/** Records about quotes, deleted with their quotes. */
export interface QuoteRecords {
  /** All in one write. A part replaces an earlier one; parts of deleted quotes are dropped. */
  put(notes: ReadonlyMap<QuoteId, Partial<StoredQuoteNotes>>): Promise<void>
  /** Both members are absent if there is no record. */
  get(id: QuoteId): Promise<StoredQuoteNotes>
}

/** Keys of the authenticated listener. Only their hashes are stored; they expire by the store's own clock. */
export interface ApiKeys {
  /** Creates a key and returns its text, which is not stored. @param lifeSeconds never expires if absent */
  add(draft: { readonly name: string; readonly lifeSeconds?: number }): Promise<{
    readonly key: ApiKey
    readonly text: string
  }>
  /** All of them, oldest first. */
  list(): Promise<readonly ApiKey[]>
  /** A key already revoked keeps its first revocation time. @throws `API_KEY_NOT_FOUND`. */
  revoke(id: string): Promise<ApiKey>
  /** The key that matches `text`, if it is valid now. An unknown one takes as long as a wrong one. */
  check(text: string): Promise<ApiKey | undefined>
}

/** A service's swaps. One record per transaction and chain, whichever client reports it. */
export interface SwapRecords {
  /** Stores a record. If another has its transaction, that one is kept and returned. */
  put(record: SwapRecord): Promise<SwapRecord>
  /**
   * Replaces the record of the same id, but not one that has ended by one that has not: a look may have begun before it ended.
   * @returns the one that is kept instead; `undefined` if it was replaced
   * @throws INTERNAL if there is none
   */
  update(record: SwapRecord): Promise<SwapRecord | undefined>
  /** The latest if several match. */
  find(reference: SwapReference): Promise<SwapRecord | undefined>
  counts(wallet: Address, network?: NetworkName): Promise<StatusCounts>
  /** Records that are not final yet, of every network in turn, the longest unchecked first. */
  listUnsettled(max: number): Promise<readonly SwapRecord[]>
  /** A check that changed nothing, mostly because it failed: the record is the last of its network to be checked again. */
  noteCheck(id: string, at: Seconds): Promise<void>
  /** The last block in which this wallet's swaps were looked for. */
  lastSearched(wallet: Address, network: NetworkName): Promise<number | undefined>
  saveLastSearched(wallet: Address, network: NetworkName, block: number): Promise<void>
}

/** All that a service stores, in one place: a SQLite file, or a PostgreSQL that several machines share. */
export interface ServiceStore {
  readonly quotes: QuoteStore
  readonly crossQuotes: CrossQuoteStore
  readonly records: QuoteRecords
  readonly keys: ApiKeys
  readonly swaps: SwapRecords
  readonly relays: RelayStore
  readonly pools: PoolIndex
  /** The store's own clock, which decides; also tells whether the store responds. */
  now(): Promise<Seconds>
  close(): Promise<void>
}
