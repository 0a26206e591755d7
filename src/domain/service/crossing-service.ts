import type { CrossingState, Recovery } from '#domain/crossing/bridge'
import type { CrossTypedData, Permit2TypedData } from '#domain/crossing/cross-order'
import type { CrossQuote, CrossQuoteRequest, StoredCrossQuote } from '#domain/crossing/cross-quote'
import type { FeeOverrides, Payload } from '#domain/payload'
import type { OrderSubmission } from '#domain/relay/order-terms'
import type { SwapRecord } from '#domain/service/swap-record'
import type { Address, Amount, Hex, NetworkName } from '#domain/units'

/** The options of a cross-chain quote's payload. */
export interface CrossPayloadRequest {
  readonly quoteId: string
  /** Check allowance and balance and simulate first; a failed check leaves the quote valid. */
  readonly estimateGas: boolean
  /** Seconds from now until the payload is void on the source chain. */
  readonly deadlineSeconds: number
  /** Binds sender and recipient if the quote has placeholders. */
  readonly from?: Address
  readonly to?: Address
  readonly fees?: FeeOverrides
  /** Raises the quote's own minimum, never lowers it. */
  readonly minimumOut?: Amount
  /** Aborted once the client is gone: from then on the quote is not consumed. */
  readonly signal?: AbortSignal
}

/** Swaps to another network: quotes, payloads on the source chain, and what became of them. */
export interface CrossingService {
  /**
   * Whether a bridge leads from one network to another; no chain is asked. @param bridges by name; all if empty
   * @throws `CROSS_CHAIN_NOT_AVAILABLE` if none does
   */
  requireRoutes(network: NetworkName, toNetwork: NetworkName, bridges: readonly string[]): void
  /**
   * The names of the bridges that lead from a network to any of `to`, by our tables; no chain is asked.
   * @param to all networks that we know, if absent
   */
  listBridges(network: NetworkName, to?: readonly NetworkName[]): readonly string[]
  /** @throws `CROSS_CHAIN_NOT_AVAILABLE`, and what a quote throws */
  quote(request: CrossQuoteRequest): Promise<CrossQuote>
  /** In any state. @throws `QUOTE_NOT_FOUND` */
  getQuote(reference: string): Promise<StoredCrossQuote>
  /**
   * Compares what a quote of any origin says of networks, contracts, bridge and tokens with this program's own tables, and
   * what it says of unlisted tokens with their contracts.
   * @throws `PAYLOAD_MISMATCH` at the first difference; `TOKEN_UNREADABLE`
   */
  checkTerms(quote: CrossQuote): Promise<void>
  /** `undefined` where {@link getQuote} throws. */
  findQuote(reference: string): Promise<StoredCrossQuote | undefined>
  /**
   * The transaction of a quote on its source chain. Consumes the quote when it answers, and only then.
   * @throws `QUOTE_*`, `VALIDATION_FAILED`, `ROUTER_NOT_DEPLOYED`, `ESTIMATE_GAS_FAILED`
   */
  buildPayload(request: CrossPayloadRequest): Promise<Payload>
  /** What the sender of a gasless quote signs; `undefined` for any other quote. */
  orderOf(quote: CrossQuote): CrossTypedData | Permit2TypedData | undefined
  /**
   * Hands a signed order to the relayer. The same quote and signature again give the same record.
   * @throws `QUOTE_*`, `GASLESS_NOT_AVAILABLE`, `SWAP_SIGNATURE_NOT_VALID`, `PERMIT_*`, `PAYLOAD_MISMATCH`,
   *   `ROUTER_NOT_DEPLOYED`, `ESTIMATE_GAS_FAILED`
   */
  execute(submission: OrderSubmission): Promise<SwapRecord>
  /**
   * Where a crossing is, from its source transaction alone.
   * @throws `SWAP_NOT_FOUND` if the transaction is mined and has no deposit of a bridge, by every endpoint
   */
  track(network: NetworkName, hash: Hex): Promise<TrackedCrossing>
  /**
   * Has the completion of a crossing signed again, which has lapsed; {@link track} shows it once that is done.
   * @throws `SERVICE_UNREACHABLE`, `SERVICE_ANSWER_NOT_VALID`; RangeError if nothing of it has lapsed
   */
  renew(crossing: TrackedCrossing): Promise<void>
}

/** A crossing as both chains show it. */
export interface TrackedCrossing {
  readonly network: NetworkName
  readonly hash: Hex
  /** An end only by every endpoint that answers, in final blocks of both networks; otherwise `pending` or `bridging`. */
  readonly state: CrossingState
  /** The end that the endpoint in use shows, and why it is not one yet. */
  readonly unsettled?: { readonly state: CrossingState['state']; readonly reason: string }
  /** Of the deposit: absent as long as none is mined. */
  readonly target?: {
    readonly bridge: string
    readonly network: NetworkName
    readonly chainId: number
    readonly crossing: Address
  }
  /** What the recipient received, if the payment's receipt shows it. */
  readonly received?: { readonly token: Address; readonly recipient: Address; readonly amount?: Amount }
  /** What can be done about it now. */
  readonly recoveries: readonly Recovery[]
}
