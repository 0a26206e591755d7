import { findListing, findServedNetwork } from '#http/parameters/network'
import { createReader } from '#http/parameters/reader'
import { shortText } from '#http/parameters/values'
import { type HttpRoute, toJsonResponse } from '#http/route'

/** The sources that a quote may name; those of unused families are left out. */
export const route: HttpRoute = {
  method: 'GET',
  path: '/aggregator/liquidity-sources',
  async answer({ served, families }, { query }) {
    const reader = createReader(query)
    const name = reader.required(['networkName', 'network'], shortText(50))
    reader.check()
    const { venues } = findServedNetwork(served, findListing(name()))
    const used = venues.filter(({ protocol }) => families.has(protocol))
    return toJsonResponse(used.map((venue) => ({ id: venue.name, name: venue.title, type: venue.protocol })))
  },
}
