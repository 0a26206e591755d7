import { listingOf, servedEntry } from '#http/parameters/network'
import { createReader } from '#http/parameters/reader'
import { shortText } from '#http/parameters/values'
import { readiness } from '#http/readiness'
import { everywhere, json, type Route } from '#http/route'

/** Of the network that is named, else of the server as a whole. */
export const route: Route = {
  method: 'GET',
  path: '/readyz',
  open: true,
  at: everywhere,
  async answer(context, { query }) {
    const { served } = context
    const reader = createReader(query)
    const name = reader.optional(['network', 'networkName'], shortText(50))()
    reader.check()
    const state = await readiness(
      context,
      name === undefined ? served.networks : [servedEntry(served, listingOf(name))],
    )
    return json(state, state.ready ? 200 : 503)
  },
}
