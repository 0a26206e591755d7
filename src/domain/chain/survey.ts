/** Surveys of pools: what is asked of a chain, what comes back, and what is kept between runs. */

import type { Read } from '#domain/calls/reads'
import type { GasFees } from '#domain/payload'
import type { Pool, Venue, WiderRead } from '#domain/pools/protocol'
import type { Block, Snapshot } from '#domain/pools/snapshot'
import type { Address, Hex, Wei } from '#domain/units'

/** Tokens that only matter to a survey if they are paired with one of its own. */
export interface PartnerSearch {
  /** Those of the survey's tokens whose partners count. */
  readonly of: readonly Address[]
  readonly candidates: readonly Address[]
}

/**
 * A survey covers every pool of `venues` between two of `tokens`, every pool of `partners.of` with a candidate, and, of
 * each candidate that has such a pool, its pools with the other tokens.
 */
export interface PoolSurveyRequest {
  readonly tokens: readonly Address[]
  readonly partners?: PartnerSearch
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
  /** The block whose states are read; the head if absent. */
  readonly at?: number | undefined
  /** An earlier head: the result tells whether it is still in the chain. */
  readonly since?: Block | undefined
  /** Tokens whose transfers are tested for a fee, the first {@link maxTestedTokens} of them. */
  readonly tested?: readonly Address[] | undefined
}

/** The tokens that one call tests. */
export const maxTestedTokens = 16

export interface StateRefreshResult {
  /** Pools, and skipped pools, in the order of the request; without those that have nothing to trade. */
  readonly snapshot: Snapshot
  /** `missing`: the node has no block at its height, so it is behind, or the chain has been reorganized. */
  readonly since: 'stands' | 'replaced' | 'missing' | undefined
  /** Those of the tested tokens that take a fee on transfer: their pools' amounts are too large. */
  readonly taxed: readonly Address[]
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
