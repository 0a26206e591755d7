import { requestQuote, toQuoteBody } from '#http/answers/request-quote'
import { type HttpRoute, toJsonResponse } from '#http/route'

export const route: HttpRoute = {
  method: 'GET',
  path: '/aggregator/quote',
  async answer(context, { query }) {
    const { quote, wish } = await requestQuote(context, query)
    return toJsonResponse(toQuoteBody(context, quote, wish))
  },
}
