/** What a gasless quote adds to a quote: the terms of the order that its sender signs for a relayer. */
import type { DaiPermitRequest, PermitRequest } from '#domain/trade/permit'
import type { Address, Amount, Gas, Hex, Seconds, Wei } from '#domain/units'

/** An order is void this long after its quote was made, in seconds. */
export const orderLifeSeconds = 600

/** The signed approval that goes with an order, of the kind that the sold token takes. */
export type OrderPermit =
  | { readonly kind: 'eip-2612'; readonly request: PermitRequest }
  | { readonly kind: 'dai'; readonly request: DaiPermitRequest }

export interface GaslessTerms {
  /** Who submits the order and pays its gas; absent in a service's quote, which does not say. */
  readonly relayer?: Address
  /** For the relayer, in the input token; part of `sellAmount`. */
  readonly swapFee: Amount
  /** The native currency that the fee paid for at the quote's block: gas, with the relayer's margin. */
  readonly worth: Wei
  /** What the order's gas exceeds that of its route by; absent in a service's quote. */
  readonly extraGas?: Gas
  /** A bit that no other live quote of the sender has. */
  readonly nonce: bigint
  /** The last second in which it may execute. */
  readonly deadline: Seconds
  /** What the sender has to sign besides the order; absent if the allowance suffices, or the token takes no permits. */
  readonly permit?: OrderPermit
}

/** A signed order as its sender submits it. */
export interface OrderSubmission {
  readonly quoteId: string
  /** Of an account: 65 or 64 bytes. Of a contract: whatever it reads (EIP-1271). */
  readonly signature: Hex
  /** 65 or 64 bytes; `0x` where the allowance suffices. */
  readonly permitSignature: Hex
  /** The permit's deadline or expiry; not used without a permit. */
  readonly permitDeadline: Seconds
  /** Aborted once nobody waits for the answer: from then on the order is not accepted. */
  readonly signal?: AbortSignal
  /** Called right before the order is accepted: from then on no answer may say that it was refused for being late. */
  readonly accepting?: () => void
}
