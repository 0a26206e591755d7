import { answerDistribution } from '#http/answers/cross-chain'
import type { HttpRoute } from '#http/route'

/** The route on the destination network, readable as long as the quote is stored. */
export const route: HttpRoute = {
  method: 'GET',
  path: '/aggregator/distribution-out',
  answer: (context, request) => answerDistribution(context, request, 'destination'),
}
