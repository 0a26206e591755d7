import type { Venue } from '#domain/pools/protocol'
import type { Address, Gas, NetworkName, Wei } from '#domain/units'

/** A row of the list that ships with a network. */
export interface ListedToken {
  readonly symbol: string
  readonly name?: string
  readonly address: Address
  readonly decimals: number
  /** Gas of its transfers beyond a plain token's: once in a transaction, and for each of them. */
  readonly transferGas?: { readonly first: number; readonly each: number }
}

export interface FeeToken {
  /** Pays for accounts that chose no other token. */
  readonly address: Address
  /** Of every token that may pay. */
  readonly decimals: number
  /** The contract whose `userTokens(account)` says which token an account chose; 0 for none. */
  readonly manager: Address
}

/** How a chain counts and charges the gas of a transaction, where not as most do. */
export interface GasPolicy {
  /** It includes data or storage at prices that only the node knows: our own figure is not that of a transaction. */
  readonly nodeOnly?: true
  /** Percent on top of what a transaction needs, in place of the usual margins. */
  readonly marginPercent?: number
  /** Of a limit's unused gas, what is paid for all the same, in percent: receipts count it as used, or name the limit. */
  readonly unusedChargedPercent?: number
}

export interface LargeBlocks {
  /** A method of its nodes that says whether an account chose them. */
  readonly choiceMethod: 'eth_usingBigBlocks'
  /** A method of its nodes that says what gas costs in the next one, in wei. */
  readonly priceMethod: 'eth_bigBlockGasPrice'
  /** How an account chooses them, after «for <address>:». */
  readonly choice: string
}

/** What we know of a chain. Facts only: an entry holds no code and no secrets. */
export interface Network {
  readonly name: NetworkName
  readonly title: string
  readonly family: 'evm' | 'svm'
  readonly chainId: number
  /** Why nothing can be traded there: it is read only. From the catalogue. */
  readonly closed?: Closure
  readonly native: { readonly symbol: string; readonly name: string; readonly decimals: number }
  readonly wrapped: Address
  /**
   * Where there is no native currency: the tokens that pay for gas. No transaction has a value, nothing is held or traded
   * at the zero address, which `wrapped` is, and balances of accounts mean nothing. `native` is the unit of gas prices:
   * 10^-18 dollars, called by the usual token.
   */
  readonly feeToken?: FeeToken
  /**
   * Contracts that show the native balance as that of a token, with their own decimals: a trade between the two changes
   * nothing.
   */
  readonly nativeTwins?: readonly Address[]
  /** Only the default: a head with a base fee makes it `eip-1559`, one without `legacy`. */
  readonly fees: 'eip-1559' | 'legacy'
  /**
   * The highest price per gas that is signed unless the user sets a price: a higher one from a node counts as an error
   * or a lie. Above the chain's busiest hours; if a swap is refused, the user can still set its price.
   */
  readonly maxGasPrice: Wei
  /** The least tip that its nodes take, in place of the usual; 0 where no one is paid for the order of transactions. */
  readonly minTip?: Wei
  /** The most gas of a transaction, where blocks hold less than one may have elsewhere. A deployment may need more. */
  readonly maxGas?: Gas
  /** Where a transaction of more than `maxGas` waits for rarer, larger blocks, which an account has to choose first. */
  readonly largeBlocks?: LargeBlocks
  readonly gas?: GasPolicy
  /** A method of its nodes that prices one call: as `eth_estimateGas`, with its answer an object of both fees. */
  readonly feeMethod?: 'linea_estimateGas'
  /** Of the native balance, what has to stay there if an account is to send several transactions in a row. */
  readonly nativeReserve?: Wei
  /** The gas budget of a swap if a quarter of its input is worth less. */
  readonly gasBudgetFloor: Wei
  /**
   * Where a transaction's bytes cost something beyond its gas, for the chain below: the contract whose `getL1Fee(bytes)`
   * says how much, and whether it adds the bytes of a signature itself.
   */
  readonly l1Fee?: { readonly oracle: Address; readonly addsSignature: boolean }
  /** What the chain runs besides the EVM, where the sandbox's chain has an implementation of it. */
  readonly stack?: 'optimism' | 'tempo'
  /** Public endpoints, tried in order; a user's own from the config replace them. */
  readonly rpc: readonly string[]
  /** Endpoints that say they keep what is sent to them from the public pool, best first; never read from. */
  readonly privateRpc?: readonly string[]
  readonly explorer: string | undefined
  readonly multicall: Address
  /** Mean time between blocks in milliseconds; paces polling and limits a head's age. */
  readonly blockTimeMs: number
  /** Blocks on top of a transaction's own after which it counts as final. */
  readonly confirmations: number
  /** The router build that this chain can run. */
  readonly router: 'cancun' | 'storage'
  /** What deploys our contracts there, and so their addresses; the keyless deployer of most chains if absent. */
  readonly deployer?: 'safe' | 'createx'
  /** The block that deployed our router: no swap of ours is older. The start of the chain if absent. */
  readonly routerSince?: number
  /** Tokens that most pools are paired with: the inner nodes of multi-hop routes. Includes `wrapped`. */
  readonly hubs: readonly Address[]
  /**
   * Tokens that many pools are paired with besides the hubs: a route may pass one that is paired with its own end. Few,
   * as each costs every quote of a token that is no hub some look-ups.
   */
  readonly intermediates?: readonly Address[]
  /** Tokens worth one US dollar, best first; amounts are priced through them. */
  readonly stables: readonly Address[]
  readonly tokens: readonly ListedToken[]
  readonly venues: readonly Venue[]
}

/**
 * Why nothing can be traded on a network, whatever is known of it:
 * - `sunset`: it was shut down
 * - `era-vm`: it runs another machine than the EVM, for which our router is not built
 * - `svm`: it is not an EVM chain
 */
export type Closure = 'sunset' | 'era-vm' | 'svm'

/** A network by name, with its entry if it can be traded on, or at least be read. */
export interface NetworkListing {
  readonly name: NetworkName
  readonly title: string
  readonly family: 'evm' | 'svm'
  readonly chainId: number | null
  readonly closed?: Closure
  /** Absent if nothing can be traded there. */
  readonly entry: Network | undefined
  /** What is known of a chain that can be read, tradable or not. */
  readonly readable?: Network
}
