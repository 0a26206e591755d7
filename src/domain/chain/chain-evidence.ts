/** Queries about signed bytes to a chain's endpoints, and their answers: the raw material of `domain/journal/evidence.ts`. */

import type { Receipt } from '#domain/chain/port'
import type { LookObservation, ObservedBlock, ReceiptFacts } from '#domain/journal/observations'
import type { Address, Hex } from '#domain/units'

/** An endpoint's answer to a broadcast. `no-answer`: it may have the bytes all the same. */
export interface BroadcastResult {
  readonly endpoint: string
  readonly outcome: 'accepted' | 'known' | 'refused' | 'no-answer'
  /** The node's error message, or why the connection broke. */
  readonly reason?: string
}

/**
 * Who is asked: the endpoint in use; all that answer within moments of the first of them; or every one, each for as long as
 * its calls may take.
 */
export type Reach = 'one' | 'all' | 'every'

/** A transaction to look for, and the block in which it was seen before, if any. */
export interface TransactionQuery {
  readonly hash: Hex
  readonly sender: Address
  readonly known?: Pick<ReceiptFacts, 'block' | 'blockHash'> | undefined
}

/** What one endpoint shows at its head: see `LookObservation`, without the members that only the journal adds. */
type Shown = Pick<LookObservation, 'endpoint' | 'head' | 'nonce' | 'seen' | 'blockHash' | 'otherBlock'>

export interface TransactionCheck extends Shown {
  /** Set if and only if `seen` is `mined`: its block was read and lists the transaction. */
  readonly receipt?: Receipt
}

/** Searches the user of a nonce between a block at which it was free and one at which it was used. */
export interface NonceSearch {
  readonly sender: Address
  readonly nonce: number
  /** The block at which it was seen free; only a hint, as that answer may have lagged. */
  readonly freeAt: number
  /** Hashes of our own transactions with the nonce. */
  readonly own: readonly Hex[]
}

export interface NonceUser {
  readonly endpoint: string
  readonly head: ObservedBlock
  readonly by: Hex
  readonly block: number
  readonly blockHash: Hex
  /** Absent if it creates a contract, or is of a type that makes no single call. `value` in wei. */
  readonly call?: { readonly to: Address; readonly data: Hex; readonly value: bigint }
}

/** What a transaction's own fields prove, whichever node shows them. */
export interface TransactionProof {
  readonly hash: Hex
  /** The account that signed it. */
  readonly from: Address
}

/**
 * @param fields as JSON-RPC names them
 * @returns `undefined` for a type whose hash cannot be computed
 * @throws RangeError if they are no signed transaction of the chain
 */
export type ProveTransaction = (fields: unknown, chainId: number) => Promise<TransactionProof | undefined>
