import { toApiCrossQuote } from '#domain/api/cross-quote'
import { readCrossRequest, withSide } from '#http/answers/cross-chain'
import { deprecation, type HttpRoute, toJsonResponse } from '#http/route'

export const route: HttpRoute = {
  method: 'GET',
  path: '/aggregator/quote-in',
  async answer(context, { query }) {
    const { request, warnings } = readCrossRequest(context, query)
    const quote = await context.crossing.quote(request).catch((error: unknown) => {
      throw withSide(error, request.buy)
    })
    const body = toApiCrossQuote(quote, context.crossing.orderOf(quote), context.checksum)
    const response = toJsonResponse({ ...body, warnings: [...body.warnings, ...warnings] })
    return quote.gasless === undefined ? response : { ...response, headers: deprecation }
  },
}
