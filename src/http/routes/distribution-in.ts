import { answerDistribution } from '#http/answers/cross-chain'
import type { HttpRoute } from '#http/route'

/** The route on the source network, readable as long as the quote is stored. */
export const route: HttpRoute = {
  method: 'GET',
  path: '/aggregator/distribution-in',
  answer: (context, request) => answerDistribution(context, request, 'source'),
}
