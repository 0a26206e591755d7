/** Bridges as the use cases see them: what they move, for which fee, and what became of a deposit. */
import type { Claim } from '#domain/crossing/delivery'
import type { Address, Amount, Hex, NetworkName, Ppm, Seconds } from '#domain/units'

/** A token that a bridge takes or pays on one network. */
export interface BridgeAsset {
  readonly address: Address
  readonly decimals: number
}

/** One asset between two networks. */
export interface BridgeRoute {
  readonly bridge: 'across' | 'cctp'
  readonly from: NetworkName
  readonly to: NetworkName
  readonly toChainId: number
  /** The contract of the source that deposits go to. */
  readonly contract: Address
  /** The contract of the destination that pays. */
  readonly toContract: Address
  readonly symbol: string
  readonly asset: BridgeAsset
  readonly toAsset: BridgeAsset
}

/** What is offered to the one who pays on the destination. Too little, and nobody does. */
export interface BridgeFee {
  /** Of the amount deposited, rounded down in the payment's disfavour. */
  readonly rate: Ppm
  /** Besides, in units of the asset paid: mostly for the gas of the payment. */
  readonly fixed: Amount
}

/**
 * Where a crossing is:
 *
 *     pending    the source transaction is not mined
 *     error      it reverted: nothing was deposited
 *     bridging   deposited, and not paid on the destination yet
 *     success    paid and delivered, or its claim closed by a delivery
 *     partial    paid, but not delivered: a claim is open, or was released as the bridge's asset
 *     expired    not paid in time: the bridge owes the refund
 *     refunded   not paid in time, and the bridge paid it back on the source
 */
export type CrossingState =
  | { readonly state: 'pending' | 'error' }
  | { readonly state: 'bridging' | 'expired'; readonly deposit: BridgeDeposit }
  | {
      readonly state: 'refunded'
      readonly deposit: BridgeDeposit
      /** The transaction that paid it back; `undefined` if it is one of several that cannot be told apart. */
      readonly refund: Hex | undefined
    }
  | { readonly state: 'success'; readonly deposit: BridgeDeposit; readonly payment: Hex }
  | {
      readonly state: 'partial'
      readonly deposit: BridgeDeposit
      /** The transaction that paid. */
      readonly payment: Hex
      readonly claim: Claim
      /** False if it was closed meanwhile: by a retry or a release, which only its transaction tells. */
      readonly isOpen: boolean
    }

/** The terms of a deposit that decide what may become of it. */
export interface BridgeDeposit {
  /** By which the bridge knows it. */
  readonly id: bigint
  readonly asset: Address
  readonly amount: Amount
  readonly toChainId: number
  readonly toAsset: Address
  readonly paid: Amount
  /** Whom the bridge pays there. */
  readonly receiver: Address
  /** To whom the refund goes on the source; `undefined` if the bridge refunds nothing. */
  readonly refundTo: Address | undefined
  /** The last second of the payment; `undefined` if there is none. */
  readonly deadline: Seconds | undefined
  /** For the receiver; `0x` if the bridge pays the recipient. */
  readonly message: Hex
}

/** What may go wrong with a crossing, told before it is signed. */
export interface FailureOutcome {
  readonly failure: 'nobody_pays' | 'nobody_completes' | 'swap_fails'
  /** What its owner has then. */
  readonly asset: Address
  readonly network: NetworkName
  readonly owner: Address
  /** From when on; the bridge's own work adds hours, without a bound that a contract enforces. */
  readonly from: Seconds
  /** True if the owner need not do anything. */
  readonly isAutomatic: boolean
}

/** What a bridge's tracking reads of a chain. Every method may throw `NETWORK_UNAVAILABLE`. */
export interface CrossingReader {
  /** `undefined` if the node has none. */
  receipt(hash: Hex): Promise<BridgeReceipt | undefined>
  /** At the head; `0x` for a failed call. */
  call(to: Address, data: Hex): Promise<Hex>
  /** All logs of `address` with these topics, oldest first; `null` matches any. */
  logs(address: Address, topics: readonly (Hex | null)[]): Promise<readonly BridgeLog[]>
  /** The head's time. */
  now(): Promise<Seconds>
}

export interface BridgeReceipt {
  readonly status: 'success' | 'reverted'
  readonly logs: readonly BridgeLog[]
}

export interface BridgeLog {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly transaction: Hex
}
