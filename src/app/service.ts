import { buildPayload } from '#app/build-payload'
import type { QuoteContext } from '#app/context'
import { listNetworks, type NetworksContext } from '#app/networks'
import { createQuote } from '#app/quoting/create-quote'
import type { Service } from '#domain/service/service'

/** The aggregation service in this process: it uses the user's endpoints, with no server between. */
export const createService = (context: QuoteContext & NetworksContext): Service => ({
  quote: (request) => createQuote(context, request),
  buildPayload: (request) => buildPayload(context, request),
  getQuote: (reference) => context.quotes.get(reference),
  listNetworks: (check) => listNetworks(context, check),
})
