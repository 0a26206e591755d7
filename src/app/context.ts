import type { QuoteObserver } from '#app/debugging/evidence'
import type { DeployedContracts } from '#app/deployed-contracts'
import type { Chain } from '#domain/chain/port'
import type { Clock } from '#domain/clock'
import type { AllowanceLock } from '#domain/journal/allowance-lock'
import type { AccountLock, Journal } from '#domain/journal/journal'
import type { PoolIndex } from '#domain/pools/creations'
import type { Protocols } from '#domain/pools/protocol'
import type { Market } from '#domain/quotes/market'
import type { QuoteNotes, QuoteTimings } from '#domain/quotes/quote-record'
import type { OrderSubmission } from '#domain/relay/order-terms'
import type { Relayer } from '#domain/relay/relay'
import type { QuoteStore } from '#domain/service/stores'
import type { SwapRecord } from '#domain/service/swap-record'
import type { Accounts } from '#domain/trade/accounts'
import type { NetworkName, QuoteId } from '#domain/units'

/** External dependencies of quotes and everything derived from them. */
export interface QuoteContext {
  readonly clock: Clock
  readonly uuid: () => string
  /**
   * The chain of a network with an entry; created on first use and cached.
   * @throws `NETWORK_NOT_SUPPORTED`,
   * `NETWORK_UNAVAILABLE`.
   */
  readonly chain: (network: NetworkName) => Promise<Chain>
  readonly quotes: QuoteStore
  readonly protocols: Protocols
  readonly contracts: DeployedContracts
  /** A service's quote goes to strangers, who approve the address it names: without a router there, it makes none. */
  readonly requiresRouter?: boolean
  /** Indexed pools that have no on-chain lookup by pair, if there is an index. */
  readonly index?: PoolIndex
  /** Quotes say what a sandwich could take: some milliseconds each, which a service does not spend. */
  readonly boundsSandwich?: boolean
  /** Stores the reasons behind each quote; only a service has it. */
  readonly notes?: QuoteNotes
  /** Is told what quotes are made from, so that one can be recorded. */
  readonly observer?: QuoteObserver
  /** Receives the time that each quote took. */
  readonly onTimings?: (timings: QuoteTimings) => void
  /**
   * The output goes to the router, which then pays the recipient: for callers that cannot check a payload's pools, so a
   * service sets it. If absent, pools pay the recipient directly.
   */
  readonly throughRouter?: boolean
  /** Submits signed orders; only a service has one. */
  readonly relayer?: Relayer
  /**
   * The record of the order that was accepted for a quote by this very signature, also by a relayer of before; only a service
   * has it. @throws `QUOTE_CONSUMED` if it was another signature
   */
  readonly findAccepted?: (id: QuoteId, submission: OrderSubmission) => Promise<SwapRecord | undefined>
  /** Warm pools, if a service keeps some; without it, every quote reads the chain. */
  readonly market?: (chain: Chain) => Market
}

/** Additional dependencies for signing and broadcasting. */
export interface TradeContext {
  readonly clock: Clock
  readonly uuid: () => string
  readonly chain: (network: NetworkName) => Promise<Chain>
  readonly journal: Journal
  readonly lock: AccountLock
  readonly allowanceLock: AllowanceLock
  readonly accounts: Accounts
  /** URLs of the private endpoints of a network, best first: the user's own, then those of its entry. */
  readonly privateUrls: (network: NetworkName) => readonly string[]
}
