import type { DeployedContracts } from '#app/deployed-contracts'
import type { Accounts } from '#domain/accounts'
import type { PoolIndex } from '#domain/creations'
import type { AccountLock, Journal } from '#domain/journal'
import type { Market } from '#domain/market'
import type { Chain, Clock, QuoteStore } from '#domain/ports'
import type { Protocols } from '#domain/protocol'
import type { QuoteNotes } from '#domain/quote-record'
import type { NetworkName } from '#domain/units'

/** What a quote, and everything made from one, needs from the outside. */
export interface QuoteContext {
  readonly clock: Clock
  readonly uuid: () => string
  /** The chain of a network that has an entry; made on first use and kept. @throws `NETWORK_NOT_SUPPORTED`, `NETWORK_UNAVAILABLE`. */
  readonly chain: (network: NetworkName) => Promise<Chain>
  readonly quotes: QuoteStore
  readonly protocols: Protocols
  readonly contracts: DeployedContracts
  /** A service's quote is an offer to strangers, who approve the address it names: none is made without a router there. */
  readonly requiresRouter?: boolean
  /** Pools that nobody can be asked for, where somebody has made an index of them. */
  readonly index?: PoolIndex
  /** Where it is kept why a quote is what it is; only a service does. */
  readonly notes?: QuoteNotes
  /** Pools that are kept warm, where a service keeps some; without, every quote looks at the chain. */
  readonly market?: (chain: Chain) => Market
}

/** What signing and sending need besides. */
export interface TradeContext {
  readonly clock: Clock
  readonly uuid: () => string
  readonly chain: (network: NetworkName) => Promise<Chain>
  readonly journal: Journal
  readonly lock: AccountLock
  readonly accounts: Accounts
}
