import type { QuoteContext } from '#app/context'
import { type NetworksContext, networks } from '#app/networks'
import { quote } from '#app/quoting/quote'
import { transaction } from '#app/transaction'
import type { Service } from '#domain/service'

/** The aggregation service in this process: the user's own endpoints, no server between. */
export const createService = (context: QuoteContext & NetworksContext): Service => ({
  quote: (request) => quote(context, request),
  transaction: (request) => transaction(context, request),
  stored: (reference) => context.quotes.get(reference),
  networks: (check) => networks(context, check),
})
