import type { AttemptKind, GasBudget, Intent, Step } from '#domain/journal/swap'
import type { GasFees, Payload } from '#domain/payload'
import type { Hex, Ppm, Wei } from '#domain/units'

/** How a replacement may be priced. */
export interface ReplacementTerms {
  /** By how much both fees rise at least, in ppm: 125,000 or more, as nodes refuse less than a tenth. */
  readonly bump: Ppm
  /** The user's ceilings: they replace those that the transaction was signed with, even above them. */
  readonly maxFee?: Wei | undefined
  readonly maxGas?: Wei | undefined
}

export interface ReplaceRequest extends ReplacementTerms {
  /** An intent, as for `status`. */
  readonly reference: string
  readonly kind: Exclude<AttemptKind, 'original'>
  readonly confirmations: number
  /** Total time to wait for them. */
  readonly timeoutSeconds: number
  /** Return once a node has it. */
  readonly wait: boolean
}

/** A replacement before it is signed, as the user confirms it. */
export interface ReplacementPlan {
  readonly kind: ReplaceRequest['kind']
  readonly intent: Intent
  readonly step: Step
  readonly nonce: number
  /** The newest version, whose fees are exceeded. */
  readonly replaces: { readonly hash: Hex; readonly fees: GasFees }
  readonly payload: Payload
  /** The limits that the new fees are within. */
  readonly budget: GasBudget
}
