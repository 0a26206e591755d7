import type { Read } from '#domain/calls/reads'
import type { Pool } from '#domain/pools/protocol'
import type { SkippedPool } from '#domain/pools/skipped-pool'
import type { LivePool, Snapshot } from '#domain/pools/snapshot'
import type { PoolChoice } from '#domain/quotes/quote'
import type { PoolReason } from '#domain/quotes/quote-record'
import type { ExactOutRequest, Route, RouteRequest } from '#domain/quotes/route'
import type { Token } from '#domain/token'
import type { Address, Amount, Hex, Wei } from '#domain/units'

/** The two tokens of a request as it names them, in any order. */
export type Pair = readonly [Address, Address]

/** A query to the routing core over the pools it keeps. */
export interface RouteQuery extends PoolChoice {
  readonly request: RouteRequest | ExactOutRequest
  /** Weighs routes; the block's own if absent. */
  readonly gasPrice: Wei | undefined
}

export interface MarketAnswer {
  /** Hash of the block it is exact over: the newest when it was computed, not when it was requested. */
  readonly block: string
  /** `undefined` if no route takes the whole amount and returns something. */
  readonly route: Route | undefined
  /** Pools that were read too narrowly for this trade. */
  readonly narrow: readonly Pool[]
  /** The largest output of any amount tried, if none bought enough. */
  readonly maxOut: Amount | undefined
  /** Milliseconds of the search and of the proof after it. */
  readonly spent: { readonly search: number; readonly proof: number }
}

/** Why pools are not in a route: their addresses by reason. */
export type UnusedPoolsByReason = readonly { readonly reason: PoolReason; readonly pools: readonly Address[] }[]

/** The answer to a query over pools that no market keeps, with all that the search learned. */
export interface OneOffAnswer extends MarketAnswer {
  readonly unused: UnusedPoolsByReason
}

/** An answer with the states it is exact over. */
export interface SnapshotAnswer extends MarketAnswer {
  readonly snapshot: Snapshot
}

/** The state of the newest block, and answers without a call to the chain. */
export interface MarketView {
  readonly snapshot: Snapshot
  /** One of the pair's tokens, as its contract described it when the pair was discovered. */
  token(address: Address): Token | undefined
  /**
   * For this block, or a newer one that arrived while it waited. Equal queries in one block get equal answers.
   * `undefined` if its block is no longer kept.
   * @throws `ROUTING_LOST` if the worker died or took too long
   */
  find(query: RouteQuery): Promise<SnapshotAnswer | undefined>
  /** Why pools are not in the answer's route; `undefined` once there is another block. @throws as `find` */
  explain(question: RouteQuery, answer: MarketAnswer): Promise<UnusedPoolsByReason | undefined>
  /** Whether queries wait for a worker: optional work should be skipped then. */
  isBusy(): boolean
}

/** What a survey of the chain found for a pair. */
export interface Discovery {
  readonly pair: Pair
  readonly tokens: readonly Token[]
  readonly pools: readonly LivePool[]
  /** Checked again once a block: some reasons are temporary. */
  readonly skipped: readonly SkippedPool[]
}

/** One network's pools, kept warm from block to block as long as there are requests for them. */
export interface Market {
  /**
   * `undefined` if the pair is not known yet, or a block other than the newest is requested: then ask the chain. If a
   * known pair waits for its block, or the newest was not confirmed lately, all requests share one check.
   */
  getView(pair: Pair, block: number | undefined): Promise<MarketView | undefined>
  /**
   * Searched by the workers that search all queries, so that it blocks no other request. @throws as `MarketView.find`
   */
  findOnce(snapshot: Snapshot, request: RouteRequest | ExactOutRequest): Promise<OneOffAnswer>
  /** Adds a pair with the next block that is read. */
  addPair(discovery: Discovery): void
  /** Adds pools that the survey did not find: requests for pairs that may use them get them from the next block on. */
  addPools(pools: readonly Pool[]): void
  /** Reads more of these pools from now on: first to a wider reach, then as a whole. */
  widenPools(pools: readonly Pool[]): void
  /** As `Chain.read`, batched with concurrent requests into one round trip. */
  read(reads: readonly Read<unknown>[]): Promise<readonly Hex[]>
  /** As `Chain.balance`, in the same batch as the reads. */
  balance(address: Address): Promise<Wei>
}
