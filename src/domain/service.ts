import type { ErrorCode } from '#domain/error-table'
import type { NetworkListing } from '#domain/network'
import type { FeeWishes, Payload } from '#domain/payload'
import type { Quote, QuoteQuestion, StoredQuote } from '#domain/quote'
import type { Address, Amount, Hex, NetworkName } from '#domain/units'

/** How a payload of a quote is wanted. */
export interface PayloadRequest {
  readonly quoteId: string
  /** The quote's, where the caller knows it already: a service that limits each network for itself counts it there. */
  readonly network?: NetworkName
  /** Check allowance and balance and simulate first; a failed check leaves the quote valid. */
  readonly estimateGas: boolean
  /** Seconds from now until the payload is void on chain. */
  readonly deadlineSeconds: number
  /** Binds sender and recipient where the quote was made for nobody (`deadSender`, the zero address). */
  readonly from?: Address
  readonly to?: Address
  /** What to offer for gas; the chain's own fees where absent. */
  readonly fees?: FeeWishes
  /** A signed approval of the sold token, packed, that comes with the call: the allowance is not insisted on. */
  readonly permit?: Hex
  /** Only to look: the quote stays valid, and allowance and balance are not insisted on. */
  readonly keep?: boolean
  /** Aborted once nobody waits for the answer: from then on the quote is not used up. */
  readonly unwanted?: AbortSignal
  /** Raises the quote's own minimum, never lowers it: what a user accepted before a fresh quote still holds. */
  readonly minimumOut?: Amount
}

/** The aggregation service: the same interface whether it runs in this process or behind HTTP. */
export interface Service {
  /** A request to buy is answered with what has to be sold for it; from then on the quote sells that. */
  quote(question: QuoteQuestion): Promise<Quote>
  /** Consumes the quote when it answers, and only then. */
  transaction(request: PayloadRequest): Promise<Payload>
  /** A quote in any state, for distributions and screens. */
  stored(reference: string): Promise<StoredQuote>
  /** With `check` the endpoints of the named networks are asked; without, nothing is. */
  networks(check?: readonly NetworkName[]): Promise<readonly NetworkStatus[]>
}

export type NetworkState = 'ready' | 'read-only' | 'no-rpc' | 'planned'

export interface NetworkStatus {
  readonly listing: NetworkListing
  readonly state: NetworkState
  readonly check?: NetworkCheck
  /** Names of the sources whose amounts are not proven: used only where the user asks for them. Not known of a service elsewhere. */
  readonly unproven?: readonly string[]
}

/** What an endpoint answered about its network. */
export interface NetworkCheck {
  readonly rpc: string
  readonly latencyMs: number | undefined
  readonly head: number | undefined
  readonly headAgeSeconds: number | undefined
  readonly chainIdOk: boolean
  /** Our router first, then its adapters where they were asked for; none where the endpoint did not answer. */
  readonly contracts: readonly ContractCheck[]
  readonly eip1559: boolean | undefined
  readonly problem: string | undefined
  /** What kind of problem. */
  readonly failure?: ErrorCode
}

export interface ContractCheck {
  /** `router`, or an adapter's. */
  readonly name: string
  readonly address: Address
  /** The code there is ours to the byte. */
  readonly ok: boolean
}

/** Our router on the network, where the endpoint answered. */
export const routerOf = ({ contracts }: NetworkCheck): ContractCheck | undefined =>
  contracts.find(({ name }) => name === 'router')
