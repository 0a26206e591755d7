/** A transaction as its chain shows it, whatever its sender: it is in no store of ours. */

import type { ChainTransaction } from '#domain/chain/port'
import type { RevertReason } from '#domain/failures/revert-reason'
import type { AgreedFacts, Stage } from '#domain/journal/swap'
import type { DecodedPayload } from '#domain/payload'
import type { Token } from '#domain/token'
import type { Amount, NetworkName } from '#domain/units'

export interface RouterTransaction extends Omit<ChainTransaction, 'block'> {
  readonly network: NetworkName
  readonly chainId: number
  /** It calls our router of this network. */
  readonly ours: boolean
  /** The decoded call of our router; `undefined` if it is not ours, or its bytes are not what our encoder writes. */
  readonly read: DecodedPayload | undefined
  /** A swap's; `undefined` if no list has the token and its contract does not answer. */
  readonly tokens: { readonly sell: Token | undefined; readonly buy: Token | undefined } | undefined
  /** `submitted` while pending, `confirmed` once it is deep enough. */
  readonly stage: Extract<Stage, 'submitted' | 'mined' | 'confirmed' | 'reverted'>
  readonly mined: AgreedFacts | undefined
  /** Blocks on it, its own included; 0 while pending. */
  readonly depth: number
  /** What the recipient received by the tokens' own logs; `undefined` if they do not tell. */
  readonly bought: Amount | undefined
  /** A reverted transaction's. */
  readonly reason: RevertReason | undefined
}
