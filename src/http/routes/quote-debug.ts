import { quoteState } from '#domain/quote'
import { quoteIdOf } from '#http/parameters/quote-id'
import { debugBody } from '#http/quote-debug'
import { json, type Route } from '#http/route'

export const route: Route = {
  method: 'GET',
  path: '/aggregator/quote-debug',
  async answer({ service, clock, checksum }, { query }) {
    const stored = await service.stored(quoteIdOf(query))
    return json(debugBody(stored.quote, quoteState(stored, clock.now()), checksum))
  },
}
