import { checkReadiness } from '#http/answers/readiness'
import { findListing, findServedNetwork } from '#http/parameters/network'
import { createReader } from '#http/parameters/reader'
import { shortText } from '#http/parameters/values'
import { allListeners, type HttpRoute, toJsonResponse } from '#http/route'

/** Of the named network, else of the whole server. */
export const route: HttpRoute = {
  method: 'GET',
  path: '/readyz',
  open: true,
  listeners: allListeners,
  async answer(context, { query }) {
    const { served } = context
    const reader = createReader(query)
    const name = reader.optional(['network', 'networkName'], shortText(50))()
    reader.check()
    const state = await checkReadiness(
      context,
      name === undefined ? served.networks : [findServedNetwork(served, findListing(name))],
    )
    return toJsonResponse(state, state.ready ? 200 : 503)
  },
}
