/** What endpoints were given and what they showed: the evidence from which `domain/journal/evidence.ts` concludes. */

import type { RevertReason } from '#domain/failures/revert-reason'
import type { PrivateSending } from '#domain/journal/private-sending'
import type { AgreedFacts, AttemptKind, MinedFacts } from '#domain/journal/swap'
import type { Amount, Hex, Seconds, Wei } from '#domain/units'

export interface ObservedBlock {
  readonly number: number
  readonly hash: Hex
  readonly time: Seconds
}

/** What a receipt says, once its block was found to list the transaction. */
export interface ReceiptFacts extends MinedFacts {
  readonly status: 'success' | 'reverted'
  /** What the recipient of a swap received; absent if neither logs nor balances tell. */
  readonly received?: Amount
  /** Why it reverted; absent until it was looked up. */
  readonly reason?: RevertReason
}

/** What is concluded of it: figures that endpoints tell differently are absent. */
export interface AgreedReceipt extends AgreedFacts, Pick<ReceiptFacts, 'status' | 'received' | 'reason'> {}

interface ObservationBase {
  readonly at: Seconds
  /** Set in memory where the clock was set back before: by the clock then, while `at` goes on from earlier ones. */
  readonly clock?: Seconds
  /** The endpoint's host, never its path, which may hold a key. */
  readonly endpoint: string
  /** The attempt it is about. */
  readonly hash: Hex
}

/** A broadcast to an endpoint: `begun` is durable before the first byte leaves; an outcome may follow. */
export interface BroadcastObservation extends ObservationBase {
  readonly kind: 'broadcast'
  readonly outcome: 'begun' | 'accepted' | 'known' | 'refused' | 'no-answer'
  /** The node's error message, sanitized. */
  readonly reason?: string
  /** To the version's private endpoint; to a public node if absent. */
  readonly via?: 'private'
}

/**
 * What an endpoint showed at its head: the transaction in a block, pending, or absent. `behind`: it serves no receipt,
 * but its own chain has the very block in which another look found it, and lists it there.
 */
export interface LookObservation extends ObservationBase {
  readonly kind: 'look'
  readonly head: ObservedBlock
  /** The account's next nonce, counting mined transactions only. */
  readonly nonce: number
  readonly seen: 'mined' | 'waiting' | 'absent' | 'behind'
  /** Set if and only if `seen` is `mined`. */
  readonly receipt?: ReceiptFacts
  /** Set if and only if `seen` is `behind`: the block it holds. */
  readonly blockHash?: Hex
  /** Its own block at the height where another look found it, if that is another block. */
  readonly otherBlock?: Hex
}

/** The transaction that used the step's nonce, found in its block: it may be one of our own attempts. */
export interface NonceUsedObservation extends ObservationBase {
  readonly kind: 'nonce-used'
  readonly head: ObservedBlock
  readonly by: Hex
  readonly block: number
  readonly blockHash: Hex
  /** It makes the step's own call: another signature of it, or a replacement by another program. */
  readonly sameCall?: true
  /** How such a call ended, as far as all endpoints show the same of it in that block. */
  readonly status?: ReceiptFacts['status']
  /** What such a call cost, an L1 fee included, as far as they show the same. */
  readonly feePaid?: Wei
}

/** The account's nonce at a block, read from that block's state. */
export interface NonceAtObservation extends ObservationBase {
  readonly kind: 'nonce-at'
  readonly block: ObservedBlock
  /** Where that state was pruned, the nonce at the endpoint's head, which is no lower. */
  readonly nonce: number
  /** That block was deep enough to be final. */
  readonly final: boolean
}

/** Signed by a user who sends it by another command: until a node was given the bytes, nothing else sends them. */
export interface HeldObservation extends ObservationBase {
  readonly kind: 'held'
  /** None. */
  readonly endpoint: ''
}

/**
 * The endpoints in the settings when a step was looked up. Those of the last one have to agree to an end for good; what
 * others showed before they were taken out denies it no longer.
 */
export interface AskedObservation extends ObservationBase {
  readonly kind: 'asked'
  /** None. */
  readonly endpoint: ''
  /** Hosts, as the other observations name them. */
  readonly endpoints: readonly string[]
}

export type Observation =
  | AskedObservation
  | BroadcastObservation
  | LookObservation
  | NonceUsedObservation
  | NonceAtObservation
  | HeldObservation

/** One version of a step; all versions share the nonce, so one of them at most can be mined. */
export interface Attempt {
  readonly hash: Hex
  readonly nonce: number
  readonly kind: AttemptKind
  /** Set if it is sent privately. */
  readonly sending?: PrivateSending
}

/** The versions of a step in the order they were signed. After a `cancel` there are only cancels. */
export type Attempts = readonly [Attempt, ...Attempt[]]
