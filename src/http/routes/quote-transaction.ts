import { fail } from '#domain/errors'
import { meansNobody } from '#domain/quote'
import { createReader } from '#http/parameters/reader'
import { trueOrFalse } from '#http/parameters/values'
import { offsetHeader, payloadLife, transactionBody } from '#http/payload'
import { asked, quoteBody } from '#http/quoting'
import { json, type Route } from '#http/route'

/** Quote and payload at once: nothing is simulated, so that whoever has not approved yet gets one too. */
export const route: Route = {
  method: 'GET',
  path: '/aggregator/quote/transaction',
  async answer(context, { query }) {
    const reader = createReader(query)
    reader.optional(['estimateGas'], trueOrFalse)
    reader.check()
    const { quote, wish } = await asked(context, query)
    if (meansNobody(quote.request.from) || meansNobody(quote.request.to))
      throw fail('VALIDATION_FAILED', { reason: 'fromAddress and toAddress must be somebody’s' })
    const payload = await context.service.transaction({
      quoteId: quote.id,
      network: quote.request.network,
      estimateGas: false,
      deadlineSeconds: payloadLife,
    })
    const body = { quote: quoteBody(context, quote, wish), transaction: transactionBody(context, payload) }
    return { ...json(body), headers: offsetHeader(payload, quote) }
  },
}
