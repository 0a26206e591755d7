import { buildCrossPayload } from '#app/crossing/build-cross-payload'
import { listBridgeRoutes } from '#app/crossing/candidates'
import { checkCrossTerms } from '#app/crossing/check-terms'
import { checkCrossTokens } from '#app/crossing/check-tokens'
import { type CrossingContext, serviceOf } from '#app/crossing/context'
import { createCrossQuote } from '#app/crossing/create-cross-quote'
import { listBridges } from '#app/crossing/list-bridges'
import { buildSignedCrossOrder } from '#app/crossing/order'
import { trackCrossing } from '#app/crossing/track'
import { toPermit2TypedData } from '#domain/crossing/cross-order'
import { type CrossQuote, requireLiveCrossQuote } from '#domain/crossing/cross-quote'
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
  async checkTerms(quote) {
    checkCrossTerms(context, quote)
    await checkCrossTokens(context, quote)
  },
  findQuote: (reference) => context.crossQuotes.find(reference),
  orderOf,
  async execute(submission) {
    if (context.relayer !== undefined) return context.relayer.executeCrossing(submission)
    const stored = await context.crossQuotes.find(submission.quoteId)
    if (stored === undefined) throw fail('QUOTE_NOT_FOUND', { id: submission.quoteId })
    const accepted = await context.findAccepted?.(stored.quote.id, submission)
    if (accepted !== undefined) return accepted
    requireLiveCrossQuote(stored, context.clock.now())
    throw fail('GASLESS_NOT_AVAILABLE', {})
  },
  buildPayload: (request) => buildCrossPayload(context, request),
  track: (network, hash) => trackCrossing(context, network, hash),
  async renew({ network, target, state }) {
    const bridge = context.bridges.find(({ name }) => name === target?.bridge)
    if (bridge?.renew === undefined) throw new RangeError('a bridge without signatures that lapse')
    await bridge.renew(state, serviceOf(context, bridge, getNetworkEntry(network)))
  },
})

function orderOf(quote: CrossQuote): ReturnType<CrossingService['orderOf']> {
  const { gasless } = quote
  if (gasless === undefined) return undefined
  const order = buildSignedCrossOrder(quote, gasless)
  return gasless.by === 'permit2' ? toPermit2TypedData(order) : order
}
