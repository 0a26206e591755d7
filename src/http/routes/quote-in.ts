import { fail } from '#domain/errors'
import { checkCrossChainRequest } from '#http/answers/cross-chain'
import { rulesOf } from '#http/answers/request-quote'
import type { HttpRoute } from '#http/route'

export const route: HttpRoute = {
  method: 'GET',
  path: '/aggregator/quote-in',
  async answer(context, { query }) {
    checkCrossChainRequest(rulesOf(context), query)
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', {})
  },
}
