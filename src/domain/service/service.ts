import type { ErrorCode } from '#domain/failures/table'
import type { NetworkListing } from '#domain/network'
import type { FeeOverrides, Payload } from '#domain/payload'
import type { AnyQuoteRequest, Quote, StoredQuote } from '#domain/quotes/quote'
import type { OrderSubmission } from '#domain/relay/order-terms'
import type { SwapRecord } from '#domain/service/swap-record'
import type { Address, Amount, Hex, NetworkName } from '#domain/units'

/** The options of a quote's payload. */
export interface PayloadRequest {
  readonly quoteId: string
  /** The quote's, if the caller knows it: a service that limits each network separately counts it there. */
  readonly network?: NetworkName
  /** Check allowance and balance and simulate first; a failed check leaves the quote valid. */
  readonly estimateGas: boolean
  /** Seconds from now until the payload is void on chain. */
  readonly deadlineSeconds: number
  /** Binds sender and recipient if the quote has placeholders (`placeholderSender`, the zero address). */
  readonly from?: Address
  readonly to?: Address
  /** The fees to offer; the chain's own if absent. */
  readonly fees?: FeeOverrides
  /** A signed approval of the input token, packed, that comes with the call: the allowance is not required. */
  readonly permit?: Hex
  /** A preview: the quote stays valid, and allowance and balance are not required. */
  readonly keepsQuote?: boolean
  /** The output goes through the router even where this service's pools pay the recipient directly. */
  readonly throughRouter?: boolean
  /** Aborted once the client is gone: from then on the quote is not consumed. */
  readonly signal?: AbortSignal
  /** Raises the quote's own minimum, never lowers it: the minimum accepted before a fresh quote still holds. */
  readonly minimumOut?: Amount
}

/** The aggregation service: the same interface in this process and over HTTP. */
export interface Service {
  /** A request to buy is answered with the required input; from then on the quote sells that. */
  quote(question: AnyQuoteRequest): Promise<Quote>
  /** Consumes the quote when it answers, and only then. */
  buildPayload(request: PayloadRequest): Promise<Payload>
  /**
   * Hands a signed order of a gasless quote to the relayer, which uses the quote up. Sent again unchanged, it gives the
   * same record.
   * @throws `GASLESS_NOT_AVAILABLE`, `QUOTE_*`, `SWAP_SIGNATURE_NOT_VALID`, `PERMIT_*`, `ESTIMATE_GAS_FAILED`
   */
  execute(submission: OrderSubmission): Promise<SwapRecord>
  /** The record of an executed order, by its id. @throws `SWAP_NOT_FOUND`, `GASLESS_NOT_AVAILABLE` */
  getSwap(id: string): Promise<SwapRecord>
  /** A quote in any state, for distributions and screens. */
  getQuote(reference: string): Promise<StoredQuote>
  /** With `check`, asks the endpoints of the named networks; without, no endpoint. */
  listNetworks(check?: readonly NetworkName[]): Promise<readonly NetworkStatus[]>
}

export type NetworkState = 'ready' | 'read-only' | 'no-rpc' | 'planned'

export interface NetworkStatus {
  readonly listing: NetworkListing
  readonly state: NetworkState
  /** A service's relayer takes orders there, as the service says. */
  readonly gasless?: boolean
  readonly check?: NetworkCheck
  /** Names of the sources whose amounts are not proven: used only on request. Unknown for a remote service. */
  readonly unproven?: readonly string[]
}

/** What an endpoint answered about its network. */
export interface NetworkCheck {
  readonly rpc: string
  readonly latencyMs: number | undefined
  readonly head: number | undefined
  readonly headAgeSeconds: number | undefined
  readonly chainIdOk: boolean
  /** Our router first, then its adapters if requested; empty if the endpoint did not answer. */
  readonly contracts: readonly ContractCheck[]
  readonly eip1559: boolean | undefined
  /** What the entry states of the chain, compared; absent unless all of it was asked for. */
  readonly places?: readonly PlaceCheck[]
  readonly problem: string | undefined
  /** The failure of the check. */
  readonly failure?: ErrorCode
}

export interface ContractCheck {
  /** `router`, or an adapter's name. */
  readonly name: string
  readonly address: Address
  /** The code there is ours to the byte. */
  readonly ok: boolean
}

/** What an address of an entry stands for; `fees` and `lens` are of the chain and its endpoint, and have none. */
export type PlaceKind =
  | 'fees'
  | 'lens'
  | 'multicall'
  | 'deployer'
  | 'l1-oracle'
  | 'wrapped'
  | 'twin'
  | 'token'
  | 'factory'

export interface PlaceCheck {
  readonly kind: PlaceKind
  /** A token's symbol, a venue's name, the kind of fees, the way the lens runs; else the kind. */
  readonly name: string
  readonly address?: Address
  /** What is not as the entry states; absent if nothing. */
  readonly problem?: string
}

/** Our router on the network, if the endpoint answered. */
export const routerOf = ({ contracts }: NetworkCheck): ContractCheck | undefined =>
  contracts.find(({ name }) => name === 'router')
