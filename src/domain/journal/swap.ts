import type { Conclusion } from '#domain/journal/evidence'
import type { Observation } from '#domain/journal/observations'
import type { PrivateSending } from '#domain/journal/private-sending'
import type { Payload } from '#domain/payload'
import type { Token } from '#domain/token'
import {
  type Address,
  type Amount,
  type Gas,
  gas,
  type Hex,
  type NetworkName,
  type QuoteId,
  type Seconds,
  type Wei,
  wei,
} from '#domain/units'

/**
 * How far a transaction, or the intent it serves, has come. `signed` to `void` are concluded from evidence
 * (`domain/journal/evidence.ts`); `built`, `simulated` and `declined` precede any signature. In the timelines of stores of
 * format 4 and older, `cancelled` means that a node refused the bytes.
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
export const steps = ['reset', 'approve', 'revoke', 'swap', 'deploy', 'wrap', 'cross', 'claim'] as const
export type Step = (typeof steps)[number]

/** Gas limits of one transaction. */
export interface GasBudget {
  /** Per unit of gas: the network's ceiling, or the price the user named. */
  readonly maxPrice: Wei
  /** Gas limit times the offered price. */
  readonly maxCost: Wei
  /** Only a swap's limits can be changed by options. */
  readonly of: 'swap' | 'call'
}

/** A signed transaction: its bytes are in the journal before they go anywhere else. */
export interface SignedTx {
  readonly step: Step
  readonly payload: Payload
  readonly nonce: number
  readonly raw: Hex
  readonly hash: Hex
  /** The limits it was signed within; absent if an earlier version of this program signed it. */
  readonly budget?: GasBudget
  /** Set if only a private endpoint gets the bytes, for good or for a number of blocks. */
  readonly sending?: PrivateSending
  /**
   * What was reserved for its L1 fee; absent where the network takes none, if it was signed without a chain, or if an
   * earlier version of this program signed it.
   */
  readonly l1Fee?: Wei
}

/** Versions of one step, which share its nonce, so that one of them at most can be mined. */
export const attemptKinds = ['original', 'speedup', 'cancel'] as const
/** `speedup`: the same call with higher fees. `cancel`: a transfer of nothing to the sender, which uses up the nonce. */
export type AttemptKind = (typeof attemptKinds)[number]

/** A later version of a signed step. */
export interface SignedReplacement extends SignedTx {
  readonly kind: Exclude<AttemptKind, 'original'>
  /** The version it was made from, which must still be the newest one. */
  readonly replaces: Hex
}

/** One version of a step as the journal holds it. */
export interface TxVersion extends Omit<SignedTx, 'step' | 'nonce'> {
  readonly kind: AttemptKind
  readonly signedAt: Seconds
}

/** What a receipt adds, by the endpoint that serves it. */
export interface MinedFacts {
  readonly block: number
  readonly blockHash: Hex
  readonly gasUsed: Gas
  /** In full, an L1 fee included. */
  readonly feePaid: Wei
}

/** The same as far as it is agreed on: two endpoints that tell different figures of one block prove neither. */
export interface AgreedFacts extends Pick<MinedFacts, 'block' | 'blockHash'> {
  readonly gasUsed?: Gas
  readonly feePaid?: Wei
}

/** These facts alone, without members that are `undefined`: they are stored, and compared. */
export const toAgreedFacts = ({ block, blockHash, gasUsed, feePaid }: AgreedFacts): AgreedFacts => ({
  block,
  blockHash,
  ...(gasUsed === undefined ? {} : { gasUsed }),
  ...(feePaid === undefined ? {} : { feePaid }),
})

/** What a unit of gas cost, an L1 fee included; `undefined` if that is not agreed on. */
export const findPricePaid = ({ gasUsed = gas(0n), feePaid }: AgreedFacts): Wei | undefined =>
  gasUsed === 0n || feePaid === undefined ? undefined : wei(feePaid / gasUsed)

/**
 * A signed step with what the recorded evidence says of it. `hash`, `raw` and `payload` are those of the version that
 * the conclusion is about: the one that was mined; before that, the newest one that an endpoint is known to have.
 */
export interface JournalTx extends SignedTx {
  readonly kind: AttemptKind
  /** The latest time at which a version was signed: that of the newest one, unless the clock was set back before. */
  readonly signedAt: Seconds
  readonly stage: Stage
  readonly mined?: AgreedFacts
  readonly conclusion: Conclusion
  /** Every version, in the order they were signed: each of them is followed, only the newest one is broadcast. */
  readonly versions: readonly [TxVersion, ...TxVersion[]]
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
  /** What the recipient received, once mined; of a `cross` only the other network tells. */
  readonly bought?: Amount
  /** Of a `cross`: where `buy`, `to`, `quotedOut` and `minimumOut` are. */
  readonly toNetwork?: NetworkName
}

/** The steps that sell a token, and are void after the deadline of their trade. */
export const isSale = (step: Step): boolean => step === 'swap' || step === 'cross'

/** One user action, however often the command is run: the unit that is never signed twice. */
export interface Intent {
  /** A UUID. */
  readonly id: string
  /** The user's own name for it (`--id`), or one derived from the quote; unique. */
  readonly key: string
  /** `cross`: a swap to another network; `claim`: what ends one that was paid and not delivered. */
  readonly kind: 'swap' | 'approve' | 'deploy' | 'cross' | 'claim'
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

/** The version whose bytes are broadcast. */
export const newestVersion = ({ versions }: Pick<JournalTx, 'versions'>): TxVersion => versions.at(-1) ?? versions[0]

/** The steps an intent exists for; all other transactions prepare them. */
const purposes: Readonly<Record<Intent['kind'], readonly Step[]>> = {
  swap: ['swap', 'wrap'],
  approve: ['approve', 'revoke'],
  deploy: ['deploy'],
  cross: ['cross'],
  claim: ['claim'],
}

/** The transaction an intent exists for, once it is signed. */
export const purposeOf = ({ kind, transactions }: Pick<Intent, 'kind' | 'transactions'>): JournalTx | undefined =>
  transactions.find(({ step }) => purposes[kind].includes(step))
