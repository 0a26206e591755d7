import { asked, quoteBody } from '#http/quoting'
import { json, type Route } from '#http/route'

export const route: Route = {
  method: 'GET',
  path: '/aggregator/quote',
  async answer(context, { query }) {
    const { quote, wish } = await asked(context, query)
    return json(quoteBody(context, quote, wish))
  },
}
