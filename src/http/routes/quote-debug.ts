import { quoteState } from '#domain/quote'
import { quoteIdOf } from '#http/parameters/quote-id'
import { debugBody } from '#http/quote-debug'
import { json, type Route } from '#http/route'

export const route: Route = {
  method: 'GET',
  path: '/aggregator/quote-debug',
  async answer({ service, notes, clock, checksum }, { query }) {
    const stored = await service.stored(quoteIdOf(query))
    const kept = await notes.of(stored.quote.id)
    return json(debugBody({ quote: stored.quote, state: quoteState(stored, clock.now()), kept }, checksum))
  },
}
