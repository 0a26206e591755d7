import type { QuoteContext } from '#app/context'
import { findUsdPrice } from '#app/quoting/usd'
import type { TokenPrices } from '#domain/token'
import { type Address, type NetworkName, nativeToken } from '#domain/units'
import { getNetworkEntry } from '#networks/find'

/** Prices stay valid this long: they are for display, and no trade uses them. */
const freshMs = 30_000

type Prices = ReadonlyMap<Address, number>

/**
 * Listed tokens only: a pool that anyone can create must not price an unlisted token. One survey per network prices
 * them all, at one block; concurrent callers share it.
 */
export function createTokenPrices(context: Pick<QuoteContext, 'chain' | 'protocols' | 'clock'>): TokenPrices {
  const seen = new Map<NetworkName, { readonly at: number; readonly prices: Promise<Prices> }>()
  return {
    listed(network) {
      const now = context.clock.elapsed()
      const known = seen.get(network)
      if (known !== undefined && now - known.at < freshMs) return known.prices
      const mine = { at: now, prices: fetchPrices(context, network) }
      seen.set(network, mine)
      mine.prices.catch(() => {
        // Failures are not cached: the next caller retries.
        if (seen.get(network) === mine) seen.delete(network)
      })
      return mine.prices
    },
  }
}

async function fetchPrices(context: Pick<QuoteContext, 'chain' | 'protocols'>, name: NetworkName): Promise<Prices> {
  const network = getNetworkEntry(name)
  const chain = await context.chain(name)
  const { tokens, venues, wrapped, native } = network
  const { snapshot } = await chain.survey({
    tokens: [...new Set([wrapped, ...tokens.map(({ address }) => address)])],
    venues,
    reads: [],
    balances: [],
  })
  const worth = new Map<Address, number>()
  const priceOf = (address: Address, token: Address, decimals: number): void => {
    const price = findUsdPrice(context, { network, snapshot }, token, decimals)
    if (price !== undefined) worth.set(address, price)
  }
  if (network.feeToken === undefined) priceOf(nativeToken, wrapped, native.decimals)
  for (const { address, decimals } of tokens) priceOf(address, address, decimals)
  return worth
}
