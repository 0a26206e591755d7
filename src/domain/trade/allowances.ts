/** What an account's spenders may take, and taking it back. */
import type { SwapError } from '#domain/errors'
import type { Intent } from '#domain/journal/swap'
import type { Block } from '#domain/pools/snapshot'
import type { Token } from '#domain/token'
import type { ApprovalPlan, Dialogue, GasCost } from '#domain/trade/dialogue'
import type { Address, Amount, Hex, NetworkName } from '#domain/units'

/** An approval of what a quote sells. */
export interface QuoteToApprove {
  /** `last`, the quote's id, or its first characters. */
  readonly quoteId: string
  /** The most that it may sell; needed for an exact output, if a service has computed what is sold for it. */
  readonly maximumIn?: Amount | undefined
}

export interface AllowancesRequest {
  readonly network: NetworkName
  readonly owner: Address
  /** Those of the network's list and of this account's journal, if absent. */
  readonly tokens?: readonly Token[] | undefined
  /** Our router, and those that this account's journal knows, if absent. */
  readonly spender?: Address | undefined
}

export interface KnownAllowance {
  readonly token: Token
  readonly spender: Address
  /** The spender is our router of this network. */
  readonly isOurs: boolean
  readonly allowance: Amount
}

/** From 2^255 on: no token has that many units. */
export const isUnlimited = (allowance: bigint): boolean => allowance >= 1n << 255n

/** What every endpoint shows at its head: of each allowance the most. */
export interface AllowanceList {
  /** The newest of these heads. */
  readonly block: Block
  /** By token, then spender; also those that are 0. */
  readonly allowances: readonly KnownAllowance[]
  /** Tokens of the journal that do not answer. */
  readonly unread: readonly Address[]
}

export interface RevokeRequest extends Omit<AllowancesRequest, 'owner'> {
  readonly account: string
  readonly confirmations: number
  readonly timeoutSeconds: number
}

/** Which approvals or revocations are looked for; what is absent does not matter. */
export interface ApprovalSearch {
  readonly purpose: 'approve' | 'revoke'
  readonly network: NetworkName
  readonly from: Address | undefined
  readonly tokens: readonly Address[] | undefined
  readonly spender: Address | undefined
}

/** One allowance that was to be taken back. */
export interface Revocation extends KnownAllowance {
  /** Read back from the chain; what it was before if nothing was done. */
  readonly after: Amount
  /** Absent if nothing was signed. */
  readonly intent?: Intent
  /** Why it is not 0, or not known to be. */
  readonly failure?: SwapError
}

/** An approval that was signed here and is in no block: once it is sent, it gives what was taken back. */
export interface OpenGrant {
  readonly token: Address
  readonly spender: Address
  readonly value: Amount
  readonly hash: Hex
  /** It has a nonce that the account has not used. */
  readonly nonce: number
  /** It was signed into a file, which anyone may send. */
  readonly isFile: boolean
}

/** What `revoke` did. */
export interface RevocationList {
  /** Empty if nothing is given, as far as the tokens answer. */
  readonly revocations: readonly Revocation[]
  /** Tokens that do not answer: what is given of them is not known. */
  readonly unread: readonly Address[]
  /** Of these tokens and spenders. */
  readonly grants: readonly OpenGrant[]
}

/** One transaction that would take an allowance back. */
export interface PlannedRevocation {
  readonly plan: ApprovalPlan
  readonly gas: GasCost
}

export interface RevokeDialogue extends Pick<Dialogue, 'tell'> {
  /** Asked once for all of them. @throws `DECLINED`, `CONFIRM_NEEDED`. */
  confirmRevocations(planned: readonly PlannedRevocation[]): Promise<void>
}
