import { toApiSwap } from '#domain/api/swap'
import { requireLiveQuote } from '#domain/quotes/quote'
import { oneNetworkRefusal } from '#http/answers/cross-chain'
import { readSubmissionForm } from '#http/answers/submission'
import { deprecation, type HttpRoute, toJsonResponse } from '#http/route'

/** Hands a signed order to the relayer; the same order again gives the same record. */
export const route: HttpRoute = {
  method: 'POST',
  path: '/user-manager/execute-swap-in',
  async answer({ crossing, service, clock, checksum }, { form }) {
    const { requireNetwork, ...submission } = readSubmissionForm(form)
    const stored = await crossing.findQuote(submission.quoteId)
    if (stored === undefined) {
      const quote = requireLiveQuote(await service.getQuote(submission.quoteId), clock.now())
      requireNetwork(quote.request.network)
      throw oneNetworkRefusal()
    }
    requireNetwork(stored.quote.request.network)
    const record = await crossing.execute(submission)
    return { ...toJsonResponse(toApiSwap(record, checksum)), headers: deprecation }
  },
}
