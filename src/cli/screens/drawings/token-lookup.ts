import type { TokenLookup } from '#cli/screens/drawings/picture'
import type { Quote } from '#domain/quotes/quote'
import { findNetwork } from '#networks/find'

/** The tokens of a quote's route by address: its ends, then the network's list. */
export function createTokenLookup({ sell, buy, request }: Pick<Quote, 'sell' | 'buy' | 'request'>): TokenLookup {
  const listed = findNetwork(request.network).entry?.tokens ?? []
  return (address) => [sell, buy, ...listed].find((token) => token.address === address)
}
