import type { QuoteContext } from '#app/context'
import { quote } from '#app/quoting/quote'
import { usdOf } from '#app/quoting/usd'
import type { OwnView } from '#app/trade/fair-quote'

/** Quotes that are only looked at: none is stored, so that `last` stays the one the user saw. */
export const createOwnView = (context: QuoteContext): OwnView => ({
  quote: (request) => quote({ ...context, quotes: { ...context.quotes, put: async () => undefined } }, request),
  async nativeUsd(chain) {
    const { network } = chain
    const { wrapped, stables, venues, native } = network
    const { snapshot } = await chain.survey({ tokens: [wrapped, ...stables], venues, reads: [], balances: [] })
    return usdOf(context, { network, snapshot }, wrapped, native.decimals)
  },
})
