import { refuseCrossChain } from '#http/answers/cross-chain'
import type { HttpRoute } from '#http/route'

export const route: HttpRoute = {
  method: 'GET',
  path: '/aggregator/transaction-in',
  answer: refuseCrossChain,
}
