import type { Payload } from '#domain/payload'
import type { Token } from '#domain/token'
import type { Address, Amount, Gas, Hex, NetworkName, QuoteId, Seconds, Wei } from '#domain/units'

/** How far a transaction, or the intent it serves, has come. */
export const stages = [
  'built',
  'simulated',
  'signed',
  'submitted',
  'mined',
  'confirmed',
  'reverted',
  'replaced',
  'cancelled',
  'unknown',
] as const
export type Stage = (typeof stages)[number]

/** No later stage follows these, but for a reorganisation of the chain. */
export const finalStages: ReadonlySet<Stage> = new Set(['confirmed', 'reverted', 'replaced', 'cancelled'])

/** What one transaction of an intent is for. An intent signs each step at most once. */
export const steps = ['reset', 'approve', 'swap', 'deploy', 'wrap'] as const
export type Step = (typeof steps)[number]

/** A signed transaction: its bytes are in the journal before they go anywhere else. */
export interface SignedTx {
  readonly step: Step
  readonly payload: Payload
  readonly nonce: number
  readonly raw: Hex
  readonly hash: Hex
}

/** What a receipt adds. */
export interface Mined {
  readonly block: number
  readonly blockHash: Hex
  readonly gasUsed: Gas
  readonly feePaid: Wei
}

export interface JournalTx extends SignedTx {
  readonly stage: Stage
  readonly mined?: Mined
}

/** The trade an intent carries out; bound to a newer quote only while nothing is signed for it. */
export interface Trade {
  readonly quoteId: QuoteId
  readonly sell: Token
  readonly buy: Token
  readonly sellAmount: Amount
  readonly quotedOut: Amount
  readonly minimumOut: Amount
  readonly to: Address
  /** The payload's: once the chain's clock is past it, the transaction can only revert. */
  readonly deadline: Seconds
  /** What the recipient received, once mined. */
  readonly bought?: Amount
}

/** One thing a user wants done, however often the command is run: the unit that is never signed twice. */
export interface Intent {
  /** A UUID. */
  readonly id: string
  /** The user's own name for it (`--id`), or one derived from the quote; unique. */
  readonly key: string
  readonly kind: 'swap' | 'approve' | 'deploy'
  readonly network: NetworkName
  readonly chainId: number
  readonly from: Address
  readonly stage: Stage
  readonly trade?: Trade
  readonly transactions: readonly JournalTx[]
  readonly timeline: readonly {
    readonly stage: Stage
    readonly step?: Step
    readonly at: Seconds
    readonly hash?: Hex
  }[]
  readonly createdAt: Seconds
}

/** The transaction of `step`, if it was signed. */
export function transactionOf(intent: Intent, step: Step): JournalTx | undefined {
  return intent.transactions.find((tx) => tx.step === step)
}
