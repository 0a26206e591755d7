import { toApiDistribution } from '#domain/api/distribution'
import { getQuoteState } from '#domain/quotes/quote'
import { readQuoteId } from '#http/parameters/quote-id'
import { type HttpRoute, toJsonResponse } from '#http/route'

/** Readable while the quote is stored, including consumed and expired ones. */
export const route: HttpRoute = {
  method: 'GET',
  path: '/aggregator/distributions',
  async answer({ service, clock, checksum }, { query }) {
    const stored = await service.getQuote(readQuoteId(query))
    return toJsonResponse(toApiDistribution(stored.quote, getQuoteState(stored, clock.now()), checksum))
  },
}
