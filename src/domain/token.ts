import type { Address, NetworkName } from '#domain/units'

/** A token. The native currency is the token at the zero address. */
export interface Token {
  readonly network: NetworkName
  readonly address: Address
  /** Raw, from the list or the contract: screens sanitise it, JSON escapes it. */
  readonly symbol: string
  readonly name?: string
  /** 0 … 255; read from the chain and compared with the list before an amount is trusted. */
  readonly decimals: number
  /** In the list that ships with the network's entry. */
  readonly listed: boolean
}

/** The token as commands take it: its symbol only if the list vouches for it. */
export const formatTokenWord = ({ listed, symbol, address }: Pick<Token, 'listed' | 'symbol' | 'address'>): string =>
  listed ? symbol : address

/** Prices of listed tokens. */
export interface TokenPrices {
  /** US dollars per whole token, for every listed one that a stable token's pools price. A float, for display. */
  listed(network: NetworkName): Promise<ReadonlyMap<Address, number>>
}
