/** What the crossing contract of the destination is to do with the bridge's payment. */
import type { Address, Amount, Gas, Hex, Seconds } from '#domain/units'

export interface Delivery {
  /** The destination's router. */
  readonly router: Address
  /** The zero address for native currency. */
  readonly toAsset: Address
  readonly recipient: Address
  readonly amountOutMin: Amount
  /** The last second of the swap. Afterwards anyone may release the claim to its recipient. */
  readonly deadline: Seconds
}

/** What travels with a deposit. */
export interface DeliveryMessage {
  readonly delivery: Delivery
  /** That the swap needs; the bridge's relayer brings at least as much. */
  readonly gas: Gas
  /** Packed legs of the destination's router, unmarked; none if the bridge's asset itself is delivered. */
  readonly route: Hex
}

/** A payment that could not be delivered: the contract holds it for the recipient. */
export interface Claim {
  readonly token: Address
  readonly amount: Amount
  readonly delivery: Delivery
  /** keccak-256 of the message's route: the only one that others than the recipient may retry with. */
  readonly routeHash: Hex
}
