import { buildCrossPayload } from '#app/crossing/build-cross-payload'
import { listBridgeRoutes } from '#app/crossing/candidates'
import { checkCrossTerms } from '#app/crossing/check-terms'
import type { CrossingContext } from '#app/crossing/context'
import { createCrossQuote } from '#app/crossing/create-cross-quote'
import { listBridges } from '#app/crossing/list-bridges'
import { trackCrossing } from '#app/crossing/track'
import { fail } from '#domain/errors'
import type { CrossingService } from '#domain/service/crossing-service'
import { getNetworkEntry } from '#networks/find'

/** Crossings in this process: both networks are read over the user's endpoints. */
export const createCrossingService = (context: CrossingContext): CrossingService => ({
  requireRoutes(network, toNetwork, bridges) {
    listBridgeRoutes(context, { from: getNetworkEntry(network), to: getNetworkEntry(toNetwork) }, { bridges })
  },
  listBridges: (network, to) => listBridges(context, network, to),
  quote: (request) => createCrossQuote(context, request),
  async getQuote(reference) {
    const stored = await context.crossQuotes.find(reference)
    if (stored === undefined) throw fail('QUOTE_NOT_FOUND', { id: reference })
    return stored
  },
  checkTerms: (quote) => checkCrossTerms(context, quote),
  findQuote: (reference) => context.crossQuotes.find(reference),
  buildPayload: (request) => buildCrossPayload(context, request),
  track: (network, hash) => trackCrossing(context, network, hash),
})
