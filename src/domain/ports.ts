/** What the use cases need from the outside, each implemented in `src/compose.ts` and passed in as context. */
import type { ApiKey } from '#domain/api-key'
import type {
  BroadcastResult,
  NonceSearch,
  NonceUser,
  TransactionCheck,
  TransactionQuery,
} from '#domain/chain-evidence'
import type { LogSearch, LogSearchResult, PoolIndex } from '#domain/creations'
import type { ObservedBlock } from '#domain/evidence'
import type { Network } from '#domain/network'
import type { GasFees, Payload } from '#domain/payload'
import type { Pool, Venue, WiderRead } from '#domain/protocol'
import type { Quote, StoredQuote } from '#domain/quote'
import type { StoredQuoteNotes } from '#domain/quote-record'
import type { Read } from '#domain/reads'
import type { Block, Snapshot } from '#domain/snapshot'
import type { MinedFacts } from '#domain/swap'
import type { StatusCounts, SwapRecord, SwapReference } from '#domain/swap-record'
import type { Address, Gas, Hex, NetworkName, QuoteId, Seconds, Wei } from '#domain/units'

export interface Clock {
  now(): Seconds
  /** Monotonic milliseconds, for time spans. */
  elapsed(): number
  /** Ends early, and frees its memory, once `enough` is aborted. */
  sleep(milliseconds: number, enough?: AbortSignal): Promise<void>
}

// ------------------------------------------------------------------ chain

/** A survey covers every pool of `venues` between two of `tokens`. */
export interface PoolSurveyRequest {
  readonly tokens: readonly Address[]
  readonly venues: readonly Venue[]
  /** Pools between two of `tokens` that are already known and have no look-up. */
  readonly known?: readonly Pool[]
  /** More reads, answered in the same round trip and at the same block; `0x` for a failed call. */
  readonly reads: readonly Read<unknown>[]
  /** Accounts whose native balance is requested. */
  readonly balances: readonly Address[]
  /** Accounts whose code is requested, always at the head, whatever `block` says. */
  readonly codes?: readonly Address[]
  /** Answer at this block: from cached states (no round trip), else from the node if it has them, else at the head. */
  readonly block?: number
  /** Answer at `block` or fail. */
  readonly requiresBlock?: boolean
  /** Pools whose states were read too narrowly before: read them as a whole. */
  readonly widen?: readonly Pool[]
}

export interface PoolSurveyResult {
  readonly snapshot: Snapshot
  readonly answers: readonly Hex[]
  readonly balances: readonly Wei[]
  /** In the order of `PoolSurveyRequest.codes`; `0x` for an account without code. */
  readonly codes: readonly Hex[]
  readonly fees: GasFees
}

/** Pools whose states are requested at the head. */
export interface StateRefreshRequest {
  readonly pools: readonly Pool[]
  readonly wider: readonly WiderRead[]
  /** An earlier head: the result tells whether it is still in the chain. */
  readonly since?: Block | undefined
}

export interface StateRefreshResult {
  /** Pools, and skipped pools, in the order of the request; without those that have nothing to trade. */
  readonly snapshot: Snapshot
  /** `missing`: the node has no block at its height, so it is behind, or the chain has been reorganized. */
  readonly since: 'stands' | 'replaced' | 'missing' | undefined
}

export interface Simulation {
  readonly ok: boolean
  /** The call's return data, or its revert data. */
  readonly data: Hex
  /** The node's error message, if any. */
  readonly reason: string
}

/** The result of one simulated call. */
export interface SimulatedCall {
  readonly ok: boolean
  readonly data: Hex
  readonly logs: Receipt['logs']
}

export interface Receipt extends MinedFacts {
  readonly status: 'success' | 'reverted'
  readonly logs: readonly { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }[]
}

/** One chain, over the user's endpoints for it. Every method may throw `NETWORK_UNAVAILABLE` or `WRONG_CHAIN`. */
export interface Chain {
  readonly network: Network
  /**
   * One sequential round trip in most cases; checks the endpoint's chain id in it.
   * @throws `BLOCK_NOT_AVAILABLE` if no endpoint has the block that `requiresBlock` demands.
   */
  survey(survey: PoolSurveyRequest): Promise<PoolSurveyResult>
  /** The states of known pools at the head, in one sequential round trip in most cases. */
  refreshStates(renewal: StateRefreshRequest): Promise<StateRefreshResult>
  /** Answers at the head, in order; `0x` for a failed call. */
  read(reads: readonly Read<unknown>[]): Promise<readonly Hex[]>
  head(): Promise<Block>
  fees(): Promise<GasFees>
  balance(address: Address): Promise<Wei>
  code(address: Address): Promise<Hex>
  /** The next free nonce counting mined and counting pending transactions, with the head requested just before. */
  nonces(address: Address): Promise<{
    readonly endpoint: string
    readonly head: ObservedBlock
    readonly latest: number
    readonly pending: number
  }>
  simulate(payload: Pick<Payload, 'from' | 'to' | 'data' | 'value'>): Promise<Simulation>
  /**
   * A call on the state after a block; `undefined` if no endpoint executes it, mostly because none has that state any
   * more. The call gets `gasLimit` gas if it is set, otherwise as much as the node gives.
   */
  simulateAt(call: PastCall, block: number): Promise<PastSimulation | undefined>
  /** How a mined transaction failed; `undefined` if it did not, or no endpoint traces. */
  traceRevert(hash: Hex): Promise<PastSimulation | undefined>
  /** Executes calls in order on top of the head, each on the state of those before it; `undefined` if no node can. */
  simulateCalls(
    calls: readonly Pick<Payload, 'from' | 'to' | 'data' | 'value'>[],
  ): Promise<readonly SimulatedCall[] | undefined>
  /** @throws `ESTIMATE_GAS_FAILED` with the node's error message if the call reverts. */
  estimateGas(payload: Pick<Payload, 'from' | 'to' | 'data' | 'value'>): Promise<Gas>
  /**
   * Broadcasts signed bytes, once per endpoint: to the first that answers with the right chain id, or to all.
   * @param begin called before the bytes leave for an endpoint; if it throws, they do not
   * @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN` if no endpoint was given the bytes.
   */
  broadcast(
    raw: Hex,
    to: 'one' | 'all',
    begin: (endpoint: string) => Promise<void>,
  ): Promise<readonly BroadcastResult[]>
  /**
   * Looks for a transaction at the endpoint in use, or at all of them.
   * @returns at least one look; failing endpoints are omitted. @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`.
   */
  checkTransaction(query: TransactionQuery, at: 'one' | 'all'): Promise<readonly TransactionCheck[]>
  /** The transaction that used a nonce; `undefined` if the endpoints cannot tell, or it is still free. */
  findNonceUser(search: NonceSearch): Promise<NonceUser | undefined>
  /** An account's nonce in the state of a block, by every endpoint that still has it. */
  nonceAt(
    sender: Address,
    block: number,
  ): Promise<readonly { readonly endpoint: string; readonly block: ObservedBlock; readonly nonce: number }[]>
  /** An account's balance of a token or of native currency in the state of a block; `undefined` if no node knows it. */
  balanceAt(token: Address, owner: Address, block: number): Promise<bigint | undefined>
  receipt(hash: Hex): Promise<Receipt | undefined>
  /** Those of these transactions that an endpoint knows, mined or pending, in no particular order. */
  transactions(hashes: readonly Hex[]): Promise<readonly ChainTransaction[]>
  /** A transaction with its receipt, from the first endpoint that knows it; `undefined` if none does. */
  findTransaction(hash: Hex): Promise<FoundTransaction | undefined>
  /** Hashes of the transactions in which an ERC-20 logged a transfer from or to `account`, oldest block first. */
  transfers(search: TransferSearch): Promise<readonly Hex[]>
  /** Logs of a contract. Nodes limit the blocks of one answer, each in its own way, so the span is found by trial. */
  logs(search: LogSearch): Promise<LogSearchResult>
  /** The hashes of the blocks at these heights; `undefined` if there is none. */
  blockHashes(blocks: readonly number[]): Promise<readonly (Hex | undefined)[]>
  /** The creation block of a contract; 0 if the node does not keep the states to find it. */
  findCreationBlock(address: Address): Promise<number>
}

/** A transaction as it was sent. */
export interface ChainTransaction {
  readonly hash: Hex
  readonly from: Address
  /** `undefined` if it creates a contract. */
  readonly to: Address | undefined
  readonly data: Hex
  readonly value: Wei
  readonly nonce: number
  readonly gasLimit: Gas
  /** `undefined` while pending. */
  readonly block: number | undefined
}

/** A call on a past state. */
export interface PastCall extends Pick<Payload, 'from' | 'to' | 'data' | 'value'> {
  readonly gasLimit?: Gas
}

export interface PastSimulation extends Simulation {
  /** The outermost call ran out of gas. */
  readonly isOutOfGas: boolean
}

/** A transaction and, once it is mined, its receipt. */
export interface FoundTransaction {
  readonly transaction: ChainTransaction
  readonly receipt: Receipt | undefined
}

/** Blocks from the first to the last, both included. */
export interface TransferSearch {
  readonly account: Address
  readonly first: number
  readonly last: number
}

/** Keeps between runs what makes the next survey a single round trip. */
export interface ChainMemory {
  /** The pools found for this set of tokens and venues; `genesis` tells a restarted local chain apart. */
  pools(key: { chainId: number; genesis: Hex; set: string }): readonly Pool[] | undefined
  savePools(key: { chainId: number; genesis: Hex; set: string }, pools: readonly Pool[]): void
  /** What is known about an endpoint: its genesis block and the lens mode it supports. */
  endpoint(url: string): EndpointFacts | undefined
  saveEndpoint(url: string, facts: EndpointFacts): void
}

export interface EndpointFacts {
  readonly chainId: number
  readonly genesis: Hex
  readonly mode: LensMode
}

/** How pool states are read, best first. */
export type LensMode = 'override' | 'create' | 'revert' | 'multicall'

// ------------------------------------------------------------------ store

export interface QuoteStore {
  /** A stored quote with the same terms is kept. @throws INTERNAL if another trade has its id. */
  put(quote: Quote): Promise<void>
  /** By full id, by a unique prefix of at least 8 characters, or `last`. @throws `QUOTE_NOT_FOUND`, `QUOTE_AMBIGUOUS`. */
  get(reference: string): Promise<StoredQuote>
  /**
   * Marks the quote used, once and atomically across processes, and stores its payload's hash (keccak-256 of the data),
   * so that a transaction on the chain leads back to it. A store that machines share uses its own clock instead of
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
  /** Replaces the record of the same id. @throws INTERNAL if there is none. */
  update(record: SwapRecord): Promise<void>
  /** The latest if several match. */
  find(reference: SwapReference): Promise<SwapRecord | undefined>
  counts(wallet: Address, network?: NetworkName): Promise<StatusCounts>
  /** Records that are not final yet, the longest unchecked first. */
  listUnsettled(max: number): Promise<readonly SwapRecord[]>
  /** The last block in which this wallet's swaps were looked for. */
  lastSearched(wallet: Address, network: NetworkName): Promise<number | undefined>
  saveLastSearched(wallet: Address, network: NetworkName, block: number): Promise<void>
}

/** All that a service stores, in one place: a SQLite file, or a PostgreSQL that several machines share. */
export interface ServiceStore {
  readonly quotes: QuoteStore
  readonly records: QuoteRecords
  readonly keys: ApiKeys
  readonly swaps: SwapRecords
  readonly pools: PoolIndex
  /** The store's own clock, which decides; also tells whether the store responds. */
  now(): Promise<Seconds>
  close(): Promise<void>
}
