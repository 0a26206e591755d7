import { listingOf, servedEntry } from '#http/parameters/network'
import { createReader } from '#http/parameters/reader'
import { shortText } from '#http/parameters/values'
import { json, type Route } from '#http/route'

/** Those that a quote may be asked for by: sources of families that are not used here are left out. */
export const route: Route = {
  method: 'GET',
  path: '/aggregator/liquidity-sources',
  async answer({ served, families }, { query }) {
    const reader = createReader(query)
    const name = reader.required(['networkName', 'network'], shortText(50))
    reader.check()
    const { venues } = servedEntry(served, listingOf(name()))
    const used = venues.filter(({ protocol }) => families.has(protocol))
    return json(used.map((venue) => ({ id: venue.name, name: venue.title, type: venue.protocol })))
  },
}
