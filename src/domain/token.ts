import type { Address, NetworkName } from '#domain/units'

/** A token as the house knows it. The native currency is the token at the zero address. */
export interface Token {
  readonly network: NetworkName
  readonly address: Address
  /** Raw, as the list or the contract says it: screens sanitise it, JSON escapes it. */
  readonly symbol: string
  readonly name?: string
  /** 0 … 255; read from the chain and compared with the list before an amount is believed. */
  readonly decimals: number
  /** Stands in the list that ships with the network's entry. */
  readonly listed: boolean
}

/** What listed tokens are worth. */
export interface TokenPrices {
  /** US dollars for a whole token, of every listed one that a stable token's pools price. A float, for screens. */
  listed(network: NetworkName): Promise<ReadonlyMap<Address, number>>
}
