/** Swaps to another network, as the owner of a key makes and ends them. */

import type { CrossQuoteRequest } from '#domain/crossing/cross-quote'
import type { Claim } from '#domain/crossing/delivery'
import type { Intent, TypedRequest } from '#domain/journal/swap'
import type { FeeOverrides } from '#domain/payload'
import type { TrackedCrossing } from '#domain/service/crossing-service'
import type { ApprovalPlan, GasCost, Signatory } from '#domain/trade/dialogue'
import type { Guards } from '#domain/trade/trader'
import type { Address, Hex, NetworkName, Wei } from '#domain/units'

export interface CrossRequest {
  /** The user's `--id`: the same key never sends twice. */
  readonly key: string | undefined
  /** What the user typed; the key is bound to it. */
  readonly typed: TypedRequest
  readonly account: string
  readonly quote: { readonly id: string } | { readonly request: CrossQuoteRequest }
  readonly approve: 'exact' | 'never'
  readonly guards: Guards
  readonly deadlineSeconds: number
  readonly fees: FeeOverrides
  /** Of the source transaction. */
  readonly confirmations: number
  /** Total time to wait, for both networks. */
  readonly timeoutSeconds: number
  /** Return once the source's node has the transaction. */
  readonly wait: boolean
}

export interface CrossOutcome {
  readonly intent: Intent
  /** Absent if the command did not wait for the deposit. */
  readonly tracked: TrackedCrossing | undefined
}

/** What the user agrees to in addition to the quote. Gas is of all the transactions of the source network together. */
export interface CrossingTerms extends GasCost {
  readonly account: Signatory
  readonly recipient: Address
  readonly deadlineSeconds: number
  readonly approval: ApprovalPlan | undefined
}

export interface ClaimRequest {
  /** The source transaction. */
  readonly network: NetworkName
  readonly hash: Hex
  readonly action: 'retry' | 'release' | 'complete'
  readonly account: string
  /** Instead of what the call's gas may cost at the network's highest price. */
  readonly maxGas: Wei | undefined
  readonly confirmations: number
  readonly timeoutSeconds: number
  readonly wait: boolean
}

/** What the user agrees to before a call that ends a claim. */
export interface ClaimAgreement extends GasCost {
  readonly action: ClaimRequest['action']
  readonly account: Signatory
  readonly network: NetworkName
  readonly contract: Address
  /** Absent for a bridge's own completion. */
  readonly claim: Claim | undefined
}
