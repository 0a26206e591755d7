import { fail } from '#domain/errors'
import { requireLiveQuote } from '#domain/quotes/quote'
import { readSubmission } from '#http/answers/submission'
import type { HttpRoute } from '#http/route'

/** There are no cross-chain swaps yet: requests are fully validated and then refused. */
export const route: HttpRoute = {
  method: 'POST',
  path: '/user-manager/execute-swap-in',
  async answer(context, { form }) {
    const { quoteId } = await readSubmission(context, form)
    requireLiveQuote(await context.service.getQuote(quoteId), context.clock.now())
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', {})
  },
}
