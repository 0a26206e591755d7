import { listingOf, servedEntry } from '#http/parameters/network'
import { createReader } from '#http/parameters/reader'
import { shortText } from '#http/parameters/values'
import { json, type Route } from '#http/route'

export const route: Route = {
  method: 'GET',
  path: '/aggregator/liquidity-sources',
  async answer({ served }, { query }) {
    const reader = createReader(query)
    const name = reader.required(['networkName', 'network'], shortText(50))
    reader.check()
    const { venues } = servedEntry(served, listingOf(name()))
    return json(venues.map((venue) => ({ id: venue.name, name: venue.title, type: venue.protocol })))
  },
}
