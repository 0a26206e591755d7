/** What a chain's endpoints are asked about signed bytes, and what they answer: the raw material of `domain/evidence.ts`. */
import type { BlockSeen, LookObservation, ReceiptFacts } from '#domain/evidence'
import type { Receipt } from '#domain/ports'
import type { Address, Hex } from '#domain/units'

/** What an endpoint answered when signed bytes were handed to it. `no-answer`: it may have them all the same. */
export interface BroadcastResult {
  readonly endpoint: string
  readonly outcome: 'accepted' | 'known' | 'refused' | 'no-answer'
  /** The node's error message, or what broke the connection. */
  readonly reason?: string
}

/** A transaction to look for, and the block in which it was seen before, if it was. */
export interface LookQuery {
  readonly hash: Hex
  readonly sender: Address
  readonly known?: Pick<ReceiptFacts, 'block' | 'blockHash'> | undefined
}

/** What one endpoint shows at its head: see `LookObservation`, without what only the journal adds. */
export interface Look extends Pick<LookObservation, 'endpoint' | 'head' | 'nonce' | 'seen' | 'blockHash'> {
  /** Set if and only if `seen` is `mined`: its block was read and holds the transaction. */
  readonly receipt?: Receipt
}

/** Who used a nonce: searched between a block at which it was free and one at which it was used. */
export interface NonceSearch {
  readonly sender: Address
  readonly nonce: number
  /** Where it was seen free; only a hint, as that answer may have lagged. */
  readonly freeAt: number
}

export interface NonceUser {
  readonly endpoint: string
  readonly head: BlockSeen
  readonly by: Hex
  readonly block: number
  readonly blockHash: Hex
}
