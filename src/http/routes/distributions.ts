import { apiDistribution } from '#domain/api/distribution'
import { quoteState } from '#domain/quote'
import { quoteIdOf } from '#http/parameters/quote-id'
import { json, type Route } from '#http/route'

/** Readable while the quote is kept, used and expired too. */
export const route: Route = {
  method: 'GET',
  path: '/aggregator/distributions',
  async answer({ service, clock, checksum }, { query }) {
    const stored = await service.stored(quoteIdOf(query))
    return json(apiDistribution(stored.quote, quoteState(stored, clock.now()), checksum))
  },
}
