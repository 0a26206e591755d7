/** What a trade tells its user, and asks before it signs. */

import type { CrossQuote } from '#domain/crossing/cross-quote'
import type { LeftoverAllowance } from '#domain/errors'
import type { PrivateSending } from '#domain/journal/private-sending'
import type { Intent } from '#domain/journal/swap'
import type { Quote } from '#domain/quotes/quote'
import type { OrderPermit } from '#domain/relay/order-terms'
import type { SubmittedOrder } from '#domain/relay/pending-order'
import type { Token } from '#domain/token'
import type { Account } from '#domain/trade/accounts'
import type { ClaimAgreement, CrossingTerms } from '#domain/trade/crossing'
import type { TradeParties } from '#domain/trade/offline'
import type { ReplacementPlan } from '#domain/trade/replacement'
import type { Address, Amount, Hex, NetworkName, Seconds, Wei } from '#domain/units'

/** Events while a command works, for any observer (a terminal, a test). */
export type Progress =
  | { readonly what: 'quoting' }
  /** From here on the command works on this intent; its outcome is in the journal. */
  | { readonly what: 'intent'; readonly id: string }
  /** From here on a service has the signed order; it may execute, whatever becomes of the command. */
  | ({ readonly what: 'order' } & SubmittedOrder)
  | { readonly what: 'quoted'; readonly quote: Quote; readonly again: boolean }
  | { readonly what: 'cross-quoted'; readonly quote: CrossQuote; readonly again: boolean }
  /** A crossing is deposited, and followed on its other network. */
  | { readonly what: 'bridging'; readonly toNetwork: NetworkName }
  /** The completion of this crossing has lapsed: its bridge's service signs it again. */
  | { readonly what: 'signing-again'; readonly hash: Hex }
  | { readonly what: 'approval'; readonly plan: ApprovalPlan }
  /** Another command of this account relies on its allowance of this token, so this one waits. */
  | { readonly what: 'allowance-wait'; readonly token: Token }
  | { readonly what: 'checked'; readonly simulatedOut: Amount }
  | { readonly what: 'signed'; readonly intent: Intent }
  | { readonly what: 'sent'; readonly intent: Intent }
  | { readonly what: 'waiting'; readonly intent: Intent }
  | { readonly what: 'mined'; readonly intent: Intent }
  /** A reorganization took it out of its block. */
  | { readonly what: 'reorganized'; readonly intent: Intent }
  | { readonly what: 'resumed'; readonly intent: Intent }
  /** An automatic speedup was refused; the transaction is followed as it is. */
  | { readonly what: 'not-bumped'; readonly intent: Intent; readonly why: string }
  /** A cancelled swap did not use what was approved for it. */
  | { readonly what: 'leftover'; readonly leftover: LeftoverAllowance }
  /** Private bytes were not broadcast again, as this machine does not know the URL of their endpoint any more. */
  | { readonly what: 'not-resent'; readonly intent: Intent; readonly endpoint: string }
  /** The nonces from `next` on have to be used before this one can be mined. */
  | { readonly what: 'nonce-gap'; readonly nonce: number; readonly next: number }

/** Confirmations by the user, and progress. */
export interface Dialogue {
  tell(progress: Progress): void
  /**
   * Risks of a trade that must be confirmed by hand, each: a recipient that is not the sender, an unlisted token. Asked
   * before anything is sent. @param trade its sender is the account, whomever the quote was made for
   * @throws `DECLINED`, `CONFIRM_NEEDED`
   */
  confirmRisks(trade: TradeParties): Promise<void>
  /**
   * Confirms a swap, together with the approval it needs, before the first of its transactions. Nothing else is signed
   * afterwards. An approval without limit has to be confirmed by hand, before the rest.
   * @param quote its `minimumOut` is the minimum that is agreed to
   * @throws `DECLINED` unless the user agrees, `CONFIRM_NEEDED`
   */
  confirmSwap(quote: Quote, terms: SwapTerms): Promise<void>
  /**
   * Confirms an order for a relayer, with its fee, and the approval that is signed with it. Nothing is signed if absent.
   * @throws as `confirmSwap`
   */
  confirmOrder?(quote: Quote, terms: OrderAgreement): Promise<void>
  /** Confirms a swap to another network, with what it ends in if it fails. Nothing is signed if absent. @throws as `confirmSwap` */
  confirmCrossing?(quote: CrossQuote, terms: CrossingTerms): Promise<void>
  /** Confirms a call that ends a claim on the other network. Nothing is signed if absent. @throws as `confirmSwap` */
  confirmClaim?(claim: ClaimAgreement): Promise<void>
  /** Confirms an approval alone. @throws as `confirmSwap` */
  confirmApproval(plan: ApprovalPlan, gas: GasCost, account: Signatory): Promise<void>
  /**
   * Called right before each signature of a trade, when every lock is held: what was agreed to may have been called off
   * since. @throws what ends the trade; nothing more is signed
   */
  beforeSigning?(): Promise<void>
  /** Throws for a nonce that must not be signed with. */
  checkNonce?(nonce: number): void
  /** The batch that the trade is of: whatever is signed after its cancellation is not stored, and so never sent. */
  readonly batch?: string
  /** A speedup or a cancellation of a signed transaction. */
  confirmReplacement(plan: ReplacementPlan): Promise<void>
  /**
   * After a swap that did not use what was approved for it: whether to take the allowance back. If absent, it is only
   * named.
   */
  offerRevocation?(plan: ApprovalPlan, gas: GasCost): Promise<boolean>
}

/** What signing a transaction needs of it. */
export type SigningDialogue = Pick<Dialogue, 'tell' | 'beforeSigning' | 'checkNonce' | 'batch'>

/** The gas cost of everything that is about to be signed. */
export interface GasCost {
  /** Nothing that may cost more is signed afterwards. */
  readonly maxGasCost: Wei
  /** At current prices. */
  readonly expectedGasCost: Wei
  /** US dollars per whole native coin; `undefined` if no pool of a stable token prices it. */
  readonly nativeUsd: number | undefined
}

/** `trusted`: only because of the user's `--trust-router`. */
export type RouterOwner = 'ours' | 'trusted'

/** Who signs and pays. */
export type Signatory = Pick<Account, 'name' | 'address'>

/** What was checked by the time the user is asked; the bytes are decoded and simulated later, before they are signed. */
export type PassedCheck =
  /** The code at the router's address is the code we pinned. */
  | 'router-code'
  /** The account holds what is sold. */
  | 'balance'
  /** Slippage, price impact, minimum and the price of gas are within the limits. */
  | 'limits'
  /** A service's price was compared with our own. */
  | 'market'

/** What the user agrees to in addition to the quote. `maxGasCost` is of all the transactions together. */
export interface SwapTerms extends GasCost {
  readonly account: Signatory
  readonly router: RouterOwner
  /** Where the output goes. */
  readonly recipient: Address
  /** Void on chain at most this many seconds after the signature; `undefined` if a router that is not ours sets it. */
  readonly deadlineSeconds: number | undefined
  /** The approval before the swap, if one is needed. */
  readonly approval: ApprovalPlan | undefined
  /** The missing allowance, exact, is a signature that goes with the swap. */
  readonly byPermit: boolean
  readonly checked: readonly PassedCheck[]
  /** Where the swap's own transaction goes, if not to public nodes. */
  readonly privately?: Pick<PrivateSending, 'endpoint' | 'fallback'> | undefined
}

/** What the user agrees to in addition to a gasless quote. */
export interface OrderAgreement {
  readonly account: Signatory
  readonly recipient: Address
  /** For the relayer, in the token sold; part of what is paid. */
  readonly fee: Amount
  /** The missing allowance: `eip-2612` is exact, `dai` of everything. */
  readonly permit: OrderPermit['kind'] | undefined
  /** The last second in which the order may execute, as it is signed. The service chooses it. */
  readonly deadline: Seconds
}

export interface ApprovalPlan {
  readonly action: 'none' | 'approve' | 'reset+approve' | 'revoke'
  readonly token: Token
  readonly spender: Address
  /** Whose router the spender is. */
  readonly router: RouterOwner
  readonly before: Amount
  /** What signed swaps that are not executed yet will take of `before`; 0 if absent. */
  readonly reserved?: Amount
  readonly needed: Amount
  /** The allowance afterwards. */
  readonly after: Amount
}
