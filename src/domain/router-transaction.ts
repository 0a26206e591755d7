/** A transaction as its chain tells it, whoever sent it: no store knows of it. */
import type { ReadPayload } from '#domain/payload'
import type { ChainTransaction } from '#domain/ports'
import type { RevertReason } from '#domain/revert-reason'
import type { Mined, Stage } from '#domain/swap'
import type { Token } from '#domain/token'
import type { Amount, NetworkName } from '#domain/units'

export interface RouterTransaction extends Omit<ChainTransaction, 'block'> {
  readonly network: NetworkName
  readonly chainId: number
  /** It calls our router of this network. */
  readonly ours: boolean
  /** What it asks our router for; `undefined` where it is not ours, or bytes that our encoder would not have written. */
  readonly read: ReadPayload | undefined
  /** Of a swap; `undefined` where no list has the token and its contract does not answer. */
  readonly tokens: { readonly sell: Token | undefined; readonly buy: Token | undefined } | undefined
  /** `submitted` while it waits for a block, `confirmed` once enough blocks stand on it. */
  readonly stage: Extract<Stage, 'submitted' | 'mined' | 'confirmed' | 'reverted'>
  readonly mined: Mined | undefined
  /** Blocks that stand on it, its own counted; 0 while it waits. */
  readonly depth: number
  /** What the recipient received by the tokens' own logs; `undefined` where they do not say. */
  readonly bought: Amount | undefined
  /** Of a reverted one. */
  readonly reason: RevertReason | undefined
}
