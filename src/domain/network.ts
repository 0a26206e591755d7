import type { Venue } from '#domain/protocol'
import type { Address, NetworkName, Wei } from '#domain/units'

/** A row of the list that ships with a network. */
export interface ListedToken {
  readonly symbol: string
  readonly name?: string
  readonly address: Address
  readonly decimals: number
}

/** What we know of a chain. Facts only: an entry holds no code and no secrets. */
export interface Network {
  readonly name: NetworkName
  readonly title: string
  readonly family: 'evm' | 'svm'
  readonly chainId: number
  readonly native: { readonly symbol: string; readonly name: string; readonly decimals: number }
  readonly wrapped: Address
  /** The default only: a head with a base fee makes it `eip-1559`, one without `legacy`. */
  readonly fees: 'eip-1559' | 'legacy'
  /**
   * The highest price per gas that is signed unless the user names a price: what a node asks above it is taken for a
   * mistake or a lie. Above the chain's busiest hours, as a swap that is refused then can still name its price.
   */
  readonly maxGasPrice: Wei
  /** What the gas of a swap may cost where a quarter of what it sells is worth less. */
  readonly gasBudgetFloor: Wei
  /** Public endpoints, tried in order; a user's own from the config replace them. */
  readonly rpc: readonly string[]
  readonly explorer: string | undefined
  readonly multicall: Address
  /** Mean time between blocks in milliseconds; paces polling and the age a head may have. */
  readonly blockTimeMs: number
  /** Blocks on top of a transaction's own after which it counts as final. */
  readonly confirmations: number
  /** Which build of the router this chain can run. */
  readonly router: 'cancun' | 'storage'
  /** The block that put our router there: no swap of ours is older. The beginning of the chain where absent. */
  readonly routerSince?: number
  /** Tokens that most pools are paired with: the inner nodes of multi-hop routes. Holds `wrapped`. */
  readonly hubs: readonly Address[]
  /** Tokens worth one US dollar, best first; amounts are priced through them. */
  readonly stables: readonly Address[]
  readonly tokens: readonly ListedToken[]
  readonly venues: readonly Venue[]
}

/** A network by name, with its entry where it has one yet. */
export interface NetworkListing {
  readonly name: NetworkName
  readonly title: string
  readonly family: 'evm' | 'svm'
  readonly chainId: number | null
  readonly entry: Network | undefined
}
