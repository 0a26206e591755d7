import { noOtherChain } from '#http/cross-chain'
import type { Route } from '#http/route'

export const route: Route = {
  method: 'GET',
  path: '/aggregator/transaction-in',
  answer: noOtherChain,
}
