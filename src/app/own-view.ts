import type { QuoteContext } from '#app/context'
import { createQuote } from '#app/quoting/create-quote'
import { findNativeUsd } from '#app/quoting/usd'
import type { OwnView } from '#app/trade/checks/fair-quote'

/** Quotes for display only: none is stored or recorded, so `last` stays the one the user saw. */
export const createOwnView = (context: QuoteContext): OwnView => ({
  quote: (request) => {
    const { observer: _, ...unobserved } = context
    return createQuote({ ...unobserved, quotes: { ...context.quotes, put: async () => undefined } }, request)
  },
  async nativeUsd(chain) {
    const { network } = chain
    const { wrapped, stables, venues } = network
    const { snapshot } = await chain.survey({ tokens: [wrapped, ...stables], venues, reads: [], balances: [] })
    return findNativeUsd(context, network, snapshot)
  },
})
