import { getQuoteState } from '#domain/quotes/quote'
import { toDebugBody } from '#http/answers/quote-debug'
import { readQuoteId } from '#http/parameters/quote-id'
import { type HttpRoute, toJsonResponse } from '#http/route'

export const route: HttpRoute = {
  method: 'GET',
  path: '/aggregator/quote-debug',
  async answer({ service, notes, clock, checksum }, { query }) {
    const stored = await service.getQuote(readQuoteId(query))
    const kept = await notes.get(stored.quote.id)
    return toJsonResponse(
      toDebugBody({ quote: stored.quote, state: getQuoteState(stored, clock.now()), kept }, checksum),
    )
  },
}
