import type { Conclusion, Observation } from '#domain/journal/evidence'
import type { Payload } from '#domain/payload'
import type { Token } from '#domain/token'
import type { Address, Amount, Gas, Hex, NetworkName, QuoteId, Seconds, Wei } from '#domain/units'

/**
 * How far a transaction, or the intent it serves, has come. `signed` to `void` are concluded from evidence
 * (`domain/journal/evidence.ts`); `built`, `simulated` and `declined` precede any signature. `cancelled` occurs only in the
 * timelines of older stores.
 */
export const stages = [
  'built',
  'simulated',
  'declined',
  'signed',
  'submitted',
  'mined',
  'confirmed',
  'reverted',
  'replaced',
  'void',
  'cancelled',
  'unknown',
] as const
export type Stage = (typeof stages)[number]

/** The purpose of one transaction of an intent. */
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
export interface MinedFacts {
  readonly block: number
  readonly blockHash: Hex
  readonly gasUsed: Gas
  readonly feePaid: Wei
}

/** A signed transaction with what the recorded evidence says of it. */
export interface JournalTx extends SignedTx {
  readonly signedAt: Seconds
  readonly stage: Stage
  readonly mined?: MinedFacts
  readonly conclusion: Conclusion
  /** The evidence, oldest first. */
  readonly observations: readonly Observation[]
}

/** The trade of an intent; bound to a newer quote only while nothing is signed for it. */
export interface IntentTrade {
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

/** One user action, however often the command is run: the unit that is never signed twice. */
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
  readonly trade?: IntentTrade
  readonly transactions: readonly JournalTx[]
  readonly timeline: readonly {
    readonly stage: Stage
    readonly step?: Step
    readonly at: Seconds
    readonly hash?: Hex
  }[]
  readonly createdAt: Seconds
  /** What the user typed, member by member, so that the same key cannot mean another request. */
  readonly request?: TypedRequest
}

/**
 * A request as typed: names of options and arguments with their texts, resolved only as far as possible without a
 * chain.
 */
export type TypedRequest = Readonly<Record<string, string>>

/** The transaction of `step`, if it was signed. */
export function transactionOf(intent: Intent, step: Step): JournalTx | undefined {
  return intent.transactions.find((tx) => tx.step === step)
}

/** The steps an intent exists for; all other transactions prepare them. */
const purposes: Readonly<Record<Intent['kind'], readonly Step[]>> = {
  swap: ['swap', 'wrap'],
  approve: ['approve'],
  deploy: ['deploy'],
}

/** The transaction an intent exists for, once it is signed. */
export const purposeOf = ({ kind, transactions }: Pick<Intent, 'kind' | 'transactions'>): JournalTx | undefined =>
  transactions.find(({ step }) => purposes[kind].includes(step))
