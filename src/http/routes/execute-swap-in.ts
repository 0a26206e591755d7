import { requireLiveCrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import { requireLiveQuote } from '#domain/quotes/quote'
import { readSubmissionForm } from '#http/answers/submission'
import type { HttpRoute } from '#http/route'

/** No relayer submits signed crossings yet: requests are fully validated and then refused. */
export const route: HttpRoute = {
  method: 'POST',
  path: '/user-manager/execute-swap-in',
  async answer({ crossing, service, clock }, { form }) {
    const { quoteId, requireNetwork } = readSubmissionForm(form)
    const stored = await crossing.findQuote(quoteId)
    const { network } =
      stored === undefined
        ? requireLiveQuote(await service.getQuote(quoteId), clock.now()).request
        : requireLiveCrossQuote(stored, clock.now()).request
    requireNetwork(network)
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', {
      reason:
        'No relayer submits signed swaps to other networks here: send the transaction of transaction-in yourself.',
    })
  },
}
