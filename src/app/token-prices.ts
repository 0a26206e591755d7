import type { QuoteContext } from '#app/context'
import { usdOf } from '#app/quoting/usd'
import type { TokenPrices } from '#domain/token'
import { type Address, type NetworkName, nativeToken } from '#domain/units'
import { entryOf } from '#networks/find'

/** Prices are good for so long, in milliseconds: they are for looking at, and no trade is made by them. */
const fresh = 30_000

type Prices = ReadonlyMap<Address, number>

/**
 * Listed tokens only: a pool that anyone can make must not say what a token is worth that stands in no list. One survey
 * a network prices them all, at one block; many who ask at once cost one.
 */
export function createTokenPrices(context: Pick<QuoteContext, 'chain' | 'protocols' | 'clock'>): TokenPrices {
  const seen = new Map<NetworkName, { readonly at: number; readonly prices: Promise<Prices> }>()
  return {
    listed(network) {
      const now = context.clock.elapsed()
      const known = seen.get(network)
      if (known !== undefined && now - known.at < fresh) return known.prices
      const mine = { at: now, prices: priced(context, network) }
      seen.set(network, mine)
      mine.prices.catch(() => {
        // What failed is not kept: the next one asks again.
        if (seen.get(network) === mine) seen.delete(network)
      })
      return mine.prices
    },
  }
}

async function priced(context: Pick<QuoteContext, 'chain' | 'protocols'>, name: NetworkName): Promise<Prices> {
  const network = entryOf(name)
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
    const price = usdOf(context, { network, snapshot }, token, decimals)
    if (price !== undefined) worth.set(address, price)
  }
  priceOf(nativeToken, wrapped, native.decimals)
  for (const { address, decimals } of tokens) priceOf(address, address, decimals)
  return worth
}
