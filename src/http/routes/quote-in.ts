import { fail } from '#domain/errors'
import { checkCrossChainWish } from '#http/cross-chain'
import { rulesOf } from '#http/quoting'
import type { Route } from '#http/route'

export const route: Route = {
  method: 'GET',
  path: '/aggregator/quote-in',
  async answer(context, { query }) {
    checkCrossChainWish(rulesOf(context), query)
    throw fail('CROSS_CHAIN_NOT_AVAILABLE', {})
  },
}
