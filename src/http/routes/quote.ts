import { requestQuote, toQuoteBody } from '#http/answers/request-quote'
import { deprecation, type HttpRoute, toJsonResponse } from '#http/route'

export const route: HttpRoute = {
  method: 'GET',
  path: '/aggregator/quote',
  async answer(context, { query }) {
    const { quote, wish } = await requestQuote(context, query)
    const response = toJsonResponse(toQuoteBody(context, quote, wish))
    return quote.gasless === undefined ? response : { ...response, headers: deprecation }
  },
}
