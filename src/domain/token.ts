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
  /** In the entry of its network, or in the published list that ships with it. */
  readonly listed: boolean
  /** Another listed token has its symbol, which therefore does not name it. */
  readonly sharesSymbol?: true
  /** https URL of a picture. */
  readonly logo?: string
}

/**
 * A file of another machine may call a token anything. It is shown and counted by its symbol and decimals, so they have to
 * be those that are known here, and a token is called listed only if it is.
 * @param known by our lists, or by its contract; absent if it is in no list
 * @returns what it is, if it is called otherwise
 */
export function findOtherName(known: Token | undefined, { symbol, decimals, listed }: Token): string | undefined {
  if (known === undefined) return listed ? 'a token that is in no list' : undefined
  const isSame = known.symbol === symbol && known.decimals === decimals && (known.listed || !listed)
  if (isSame) return undefined
  return `${known.symbol}, ${known.decimals} decimals${known.listed ? '' : ', in no list'}`
}

const maxSymbolLength = 24

/** The symbol within a sentence: cut, so that a contract cannot write the sentence. Still raw in its letters. */
export function shortSymbol({ symbol }: Pick<Token, 'symbol'>): string {
  const letters = Array.from(symbol)
  return letters.length <= maxSymbolLength ? symbol : `${letters.slice(0, maxSymbolLength - 1).join('')}…`
}

/** The warning of a quote that trades a token of no list. */
export const unlistedWarning = (token: Pick<Token, 'symbol' | 'address'>) => ({
  code: 'TOKEN_UNLISTED',
  message: `${shortSymbol(token)} ${token.address} is UNVERIFIED: it is in no list, and anyone can make a token of any name.`,
})

/** What a shell takes as it is: the symbol `$SUP` of a published list it does not. */
const shellWord = /^[^\s"'`$&|;<>()*?[\]{}\\!#~=@-][^\s"'`$&|;<>()*?[\]{}\\!@]*$/

/** The token as commands take it: its symbol only if a list vouches for it, and a shell does not change it. */
export function formatTokenWord({
  listed,
  symbol,
  address,
  sharesSymbol,
}: Pick<Token, 'listed' | 'symbol' | 'address' | 'sharesSymbol'>): string {
  if (!listed || !shellWord.test(symbol)) return address
  return sharesSymbol ? `${symbol}@${address}` : symbol
}

/** Prices of listed tokens. */
export interface TokenPrices {
  /** US dollars per whole token, for every listed one that a stable token's pools price. A float, for display. */
  listed(network: NetworkName): Promise<ReadonlyMap<Address, number>>
}
