/** What the use cases need from the outside, each made for real in `src/compose.ts` and handed in as context. */
import type { ApiKey } from '#domain/api-key'
import type { BroadcastResult, Look, LookQuery, NonceSearch, NonceUser } from '#domain/chain-evidence'
import type { LogSearch, LogsFound, PoolIndex } from '#domain/creations'
import type { BlockSeen } from '#domain/evidence'
import type { Network } from '#domain/network'
import type { GasFees, Payload } from '#domain/payload'
import type { Pool, Venue, Wider } from '#domain/protocol'
import type { Quote, StoredQuote } from '#domain/quote'
import type { KeptRecord } from '#domain/quote-record'
import type { Read } from '#domain/reads'
import type { Block, Snapshot } from '#domain/snapshot'
import type { Mined } from '#domain/swap'
import type { StatusCounts, SwapRecord, SwapReference } from '#domain/swap-record'
import type { Address, Gas, Hex, NetworkName, QuoteId, Seconds, Wei } from '#domain/units'

export interface Clock {
  now(): Seconds
  /** Milliseconds that only grow, for spans. */
  elapsed(): number
  /** Ends early, and keeps nothing in memory any more, once `enough` is aborted. */
  sleep(milliseconds: number, enough?: AbortSignal): Promise<void>
}

// ------------------------------------------------------------------ chain

/** What a survey should see: every pool of `venues` between two of `tokens`. */
export interface Survey {
  readonly tokens: readonly Address[]
  readonly venues: readonly Venue[]
  /** Pools between two of `tokens` that are known already, and that no family would find. */
  readonly known?: readonly Pool[]
  /** More questions answered in the same round trip and at the same block, `0x` for a call that failed. */
  readonly reads: readonly Read<unknown>[]
  /** Accounts whose native balance is wanted. */
  readonly balances: readonly Address[]
  /** Accounts whose code is wanted, as it is at the head, whatever `block` says. */
  readonly codes?: readonly Address[]
  /** Answer at this block: from its states where they are still held (no round trip), else by reading them while the node has them, else at the head. */
  readonly block?: number
  /** Answer at `block` or not at all. */
  readonly exactly?: boolean
  /** Pools whose states were read too narrowly before: read them as a whole. */
  readonly widen?: readonly Pool[]
}

export interface Surveyed {
  readonly snapshot: Snapshot
  readonly answers: readonly Hex[]
  readonly balances: readonly Wei[]
  /** As `Survey.codes` names them; `0x` for an account without code. */
  readonly codes: readonly Hex[]
  readonly fees: GasFees
}

/** Pools whose states are wanted at the head. */
export interface Renewal {
  readonly pools: readonly Pool[]
  readonly wider: readonly Wider[]
  /** A block that was the head before: what became of it is told. */
  readonly since?: Block | undefined
}

export interface Renewed {
  /** Pools, and those that are left out, in the order they were asked for; without those that have nothing to trade. */
  readonly snapshot: Snapshot
  /** `missing`: the node has nothing at its height, so it is behind, or the chain has gone back. */
  readonly since: 'stands' | 'replaced' | 'missing' | undefined
}

export interface Simulation {
  readonly ok: boolean
  /** What the call returned, or the revert data. */
  readonly data: Hex
  /** The node's words where it gave any. */
  readonly reason: string
}

/** What one call of a rehearsal came to. */
export interface Rehearsed {
  readonly ok: boolean
  readonly data: Hex
  readonly logs: Receipt['logs']
}

export interface Receipt extends Mined {
  readonly status: 'success' | 'reverted'
  readonly logs: readonly { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }[]
}

/** One chain, over the endpoints the user has for it. Every method may throw `NETWORK_UNAVAILABLE` or `WRONG_CHAIN`. */
export interface Chain {
  readonly network: Network
  /**
   * One sequential round trip in most cases; the endpoint's chain id is checked in it.
   * @throws `BLOCK_NOT_AVAILABLE` where no endpoint has what `exactly` asks for.
   */
  survey(survey: Survey): Promise<Surveyed>
  /** The states of known pools at the head, in one sequential round trip in most cases. */
  renew(renewal: Renewal): Promise<Renewed>
  /** Answers at the head, in order; `0x` for a call that failed. */
  read(reads: readonly Read<unknown>[]): Promise<readonly Hex[]>
  head(): Promise<Block>
  fees(): Promise<GasFees>
  balance(address: Address): Promise<Wei>
  code(address: Address): Promise<Hex>
  /** The next free nonce by what is mined and by what is waiting, with the head asked just before. */
  nonces(address: Address): Promise<{
    readonly endpoint: string
    readonly head: BlockSeen
    readonly latest: number
    readonly pending: number
  }>
  simulate(payload: Pick<Payload, 'from' | 'to' | 'data' | 'value'>): Promise<Simulation>
  /**
   * A call on the state that a block left behind; `undefined` where no endpoint carries it out, mostly because none has
   * that state any more. With a `gasLimit` the call has no more gas than that, else as much as the node gives.
   */
  simulateAt(call: CallAt, block: number): Promise<PastSimulation | undefined>
  /** How a mined transaction failed when it was carried out; `undefined` where it did not, or no endpoint traces. */
  traceRevert(hash: Hex): Promise<PastSimulation | undefined>
  /** Calls one after the other on top of the head, each seeing what the ones before it did; `undefined` where no node can. */
  rehearse(calls: readonly Pick<Payload, 'from' | 'to' | 'data' | 'value'>[]): Promise<readonly Rehearsed[] | undefined>
  /** @throws `ESTIMATE_GAS_FAILED` with the node's words where the call reverts. */
  estimateGas(payload: Pick<Payload, 'from' | 'to' | 'data' | 'value'>): Promise<Gas>
  /**
   * Hands signed bytes to endpoints, once each: to the first that answers with the right chain id, or to all.
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
   * @returns at least one look; endpoints that fail are left out. @throws `NETWORK_UNAVAILABLE`, `WRONG_CHAIN`.
   */
  look(query: LookQuery, at: 'one' | 'all'): Promise<readonly Look[]>
  /** The transaction that used a nonce; `undefined` if the endpoints cannot tell, or it is still free. */
  findNonceUser(search: NonceSearch): Promise<NonceUser | undefined>
  /** An account's nonce in the state of a block, by every endpoint that still has it. */
  nonceAt(
    sender: Address,
    block: number,
  ): Promise<readonly { readonly endpoint: string; readonly block: BlockSeen; readonly nonce: number }[]>
  /** What an account holds of a token, or of native currency, in the state of a block; `undefined` if no node tells. */
  balanceAt(token: Address, owner: Address, block: number): Promise<bigint | undefined>
  receipt(hash: Hex): Promise<Receipt | undefined>
  /** The transactions an endpoint knows of these, mined or waiting, in no order. */
  transactions(hashes: readonly Hex[]): Promise<readonly ChainTransaction[]>
  /** A transaction with its receipt, asked of one endpoint after the other; `undefined` where none knows it. */
  findTransaction(hash: Hex): Promise<FoundTransaction | undefined>
  /** Hashes of the transactions in which some ERC-20 logged a transfer from or to `account`, oldest block first. */
  transfers(search: TransferSearch): Promise<readonly Hex[]>
  /** What a contract logged. How many blocks an answer spans is tried: nodes limit it, each in its own way. */
  logs(search: LogSearch): Promise<LogsFound>
  /** The hashes of the blocks at these heights; `undefined` where there is none. */
  hashes(blocks: readonly number[]): Promise<readonly (Hex | undefined)[]>
  /** The block that made a contract, as far as the node remembers its past: 0 where it does not. */
  madeIn(address: Address): Promise<number>
}

/** A transaction as it was sent. */
export interface ChainTransaction {
  readonly hash: Hex
  readonly from: Address
  /** `undefined` where it makes a contract. */
  readonly to: Address | undefined
  readonly data: Hex
  readonly value: Wei
  readonly nonce: number
  readonly gasLimit: Gas
  /** `undefined` while it waits. */
  readonly block: number | undefined
}

/** A call of the past. */
export interface CallAt extends Pick<Payload, 'from' | 'to' | 'data' | 'value'> {
  readonly gasLimit?: Gas
}

export interface PastSimulation extends Simulation {
  /** The outermost call used up its gas. */
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

/** Remembers between runs what makes the next survey one round trip. */
export interface ChainMemory {
  /** The pools found for this set of tokens and venues; `genesis` keeps a reborn local chain apart. */
  pools(key: { chainId: number; genesis: Hex; set: string }): readonly Pool[] | undefined
  savePools(key: { chainId: number; genesis: Hex; set: string }, pools: readonly Pool[]): void
  /** What an endpoint was found to be: its genesis block and the lens mode it takes. */
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
  /** A quote of the same terms that is there already stays. @throws INTERNAL where another trade has its id. */
  put(quote: Quote): Promise<void>
  /** By full id, by a unique prefix of at least 8 characters, or `last`. @throws `QUOTE_NOT_FOUND`, `QUOTE_AMBIGUOUS`. */
  get(reference: string): Promise<StoredQuote>
  /**
   * Marks the quote used, once and atomically across processes, and keeps what its payload hashes to (keccak-256 of
   * the data), so that a transaction on the chain leads back to it. A store that machines share asks its own clock
   * and not `now`.
   * @throws `QUOTE_EXPIRED`, `QUOTE_CONSUMED`, `QUOTE_NOT_FOUND`.
   */
  consume(id: QuoteId, now: Seconds, payloadHash?: Hex): Promise<void>
  /** The quotes whose payload has this hash, the newest first; nearly always one or none. */
  byPayload(payloadHash: Hex): Promise<readonly StoredQuote[]>
  /** Deletes quotes that expired before `before`, at most `most` of them; gives how many. */
  sweep(before: Seconds, most: number): Promise<number>
}

/** Records beside quotes, which go when their quotes go. */
export interface QuoteRecords {
  /** All in one write. A part takes the place of an earlier one; of a quote that is gone nothing is kept. */
  put(notes: ReadonlyMap<QuoteId, Partial<KeptRecord>>): Promise<void>
  /** Both absent where there are none. */
  get(id: QuoteId): Promise<KeptRecord>
}

/** Keys of the authenticated address. Only their hashes are kept, and their life is by the store's own clock. */
export interface ApiKeys {
  /** Makes a key and gives its text, which is kept nowhere. @param lifeSeconds for ever where absent */
  add(draft: { readonly name: string; readonly lifeSeconds?: number }): Promise<{
    readonly key: ApiKey
    readonly text: string
  }>
  /** All of them, the oldest first. */
  list(): Promise<readonly ApiKey[]>
  /** A key that is revoked already stays so, with its first time. @throws `API_KEY_NOT_FOUND`. */
  revoke(id: string): Promise<ApiKey>
  /** The key that `text` is, if it holds now. An unknown one takes as long as a wrong one. */
  check(text: string): Promise<ApiKey | undefined>
}

/** Swaps as a service knows them. One record a transaction and chain, whoever reports it. */
export interface SwapRecords {
  /** Keeps a record. Where another one has its transaction, that one stays and is given back. */
  put(record: SwapRecord): Promise<SwapRecord>
  /** Replaces the record of the same id. @throws INTERNAL where there is none. */
  update(record: SwapRecord): Promise<void>
  /** The latest where several fit. */
  find(reference: SwapReference): Promise<SwapRecord | undefined>
  counts(wallet: Address, network?: NetworkName): Promise<StatusCounts>
  /** Records that are not final yet, the longest unseen first. */
  unsettled(most: number): Promise<readonly SwapRecord[]>
  /** The last block in which this wallet's swaps were looked for. */
  searched(wallet: Address, network: NetworkName): Promise<number | undefined>
  saveSearched(wallet: Address, network: NetworkName, block: number): Promise<void>
}

/** All a service keeps, in one place: a SQLite file, or a PostgreSQL that several machines share. */
export interface ServiceStore {
  readonly quotes: QuoteStore
  readonly records: QuoteRecords
  readonly keys: ApiKeys
  readonly swaps: SwapRecords
  readonly pools: PoolIndex
  /** The store's own clock, which decides; also the question whether it answers at all. */
  now(): Promise<Seconds>
  close(): Promise<void>
}
