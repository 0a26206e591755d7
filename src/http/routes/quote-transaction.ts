import { fail } from '#domain/errors'
import { isPlaceholderAddress } from '#domain/quotes/quote'
import { payloadLife, toOffsetHeader, toTransactionBody } from '#http/answers/payload'
import { requestQuote, toQuoteBody } from '#http/answers/request-quote'
import { createReader } from '#http/parameters/reader'
import { trueOrFalse } from '#http/parameters/values'
import { type HttpRoute, toJsonResponse } from '#http/route'

/** Quote and payload in one request. Nothing is simulated, so callers without an approval get one too. */
export const route: HttpRoute = {
  method: 'GET',
  path: '/aggregator/quote/transaction',
  consumes: true,
  async answer(context, { query }) {
    const reader = createReader(query)
    reader.optional(['estimateGas'], trueOrFalse)
    const gasless = reader.optional(['gasless'], trueOrFalse)
    reader.check()
    if (gasless() === true)
      throw fail('VALIDATION_FAILED', { reason: 'a gasless quote is executed, not fetched: use /aggregator/quote' })
    const { quote, wish } = await requestQuote(context, query)
    if (isPlaceholderAddress(quote.request.from) || isPlaceholderAddress(quote.request.to))
      throw fail('VALIDATION_FAILED', { reason: 'fromAddress and toAddress must not be placeholders' })
    const payload = await context.service.buildPayload({
      quoteId: quote.id,
      network: quote.request.network,
      estimateGas: false,
      deadlineSeconds: payloadLife,
    })
    const body = { quote: toQuoteBody(context, quote, wish), transaction: toTransactionBody(context, payload) }
    return { ...toJsonResponse(body), headers: toOffsetHeader(payload, quote) }
  },
}
