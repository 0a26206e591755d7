import { toToken } from '#app/crossing/candidates'
import type { CrossingContext } from '#app/crossing/context'
import { findPublishedToken, readToken } from '#app/tokens'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import type { Token } from '#domain/token'
import type { Address, NetworkName } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

/**
 * Compares what a quote calls its tokens with the lists, and the words of unlisted ones with their contracts: a stored quote
 * may have been changed since, and amounts are agreed to by symbol and decimals alone.
 * @param quote its route is one of our tables: `checkCrossTerms`
 * @throws `PAYLOAD_MISMATCH` at the first difference; `TOKEN_UNREADABLE`
 */
export async function checkCrossTokens({ chain }: Pick<CrossingContext, 'chain'>, quote: CrossQuote): Promise<void> {
  const { request, bridge } = quote
  const { route } = bridge
  const [here, there] = [request.network, request.toNetwork]
  const [asset, toAsset] = [
    toToken(getNetworkEntry(here), route, route.asset),
    toToken(getNetworkEntry(there), route, route.toAsset),
  ]
  const find = async (network: NetworkName, address: Address, known: Token): Promise<Token> =>
    address === known.address
      ? known
      : ((await findPublishedToken(getNetworkEntry(network), address)) ??
        (await readToken(await chain(network), address)))
  const pairs: readonly (readonly [string, Token, Token])[] = [
    ['bridgeAsset', asset, bridge.asset],
    ['toBridgeAsset', toAsset, bridge.toAsset],
    ['sell', await find(here, request.sell, asset), quote.sell],
    ['buy', await find(there, request.buy, toAsset), quote.buy],
  ]
  for (const [field, known, told] of pairs) {
    const [expected, actual] = [describe(known), describe(told)]
    if (expected !== actual) throw fail('PAYLOAD_MISMATCH', { field, expected, actual })
  }
}

const describe = ({ network, address, symbol, decimals, listed }: Token): string =>
  `${JSON.stringify(symbol)} ${address} on ${network}, ${decimals} decimals, ${listed ? 'listed' : 'unlisted'}`
