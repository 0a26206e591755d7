import type { QuoteContext } from '#app/context'
import { listNetworks, type NetworksContext } from '#app/networks'
import { createQuote } from '#app/quoting/create-quote'
import { fail } from '#domain/errors'
import { requireLiveQuote } from '#domain/quotes/quote'
import type { Relayer } from '#domain/relay/relay'
import type { Service } from '#domain/service/service'

/** The aggregation service in this process: it uses the user's endpoints, with no server between. */
export const createService = (context: QuoteContext & NetworksContext): Service => ({
  execute: async (submission) => {
    if (context.relayer !== undefined) return context.relayer.execute(submission)
    const stored = await context.quotes.get(submission.quoteId)
    const accepted = await context.findAccepted?.(stored.quote.id, submission)
    if (accepted !== undefined) return accepted
    requireLiveQuote(stored, context.clock.now())
    throw fail('GASLESS_NOT_AVAILABLE', {})
  },
  getSwap: async (id) => requireRelayer(context).getSwap(id),
  quote: (request) => createQuote(context, request),
  buildPayload: async (request) => (await import('#app/build-payload')).buildPayload(context, request),
  getQuote: (reference) => context.quotes.get(reference),
  listNetworks: (check) => listNetworks(context, check),
})

function requireRelayer({ relayer }: QuoteContext): Relayer {
  if (relayer === undefined) throw fail('GASLESS_NOT_AVAILABLE', {})
  return relayer
}
