import { findCrossQuote } from '#http/answers/cross-chain'
import { payloadLife, toTransactionBody } from '#http/answers/payload'
import { readQuoteId } from '#http/parameters/quote-id'
import { createReader } from '#http/parameters/reader'
import { trueOrFalse } from '#http/parameters/values'
import { type HttpRoute, toJsonResponse } from '#http/route'

/** Consumes the quote only when it answers. */
export const route: HttpRoute = {
  method: 'GET',
  path: '/aggregator/transaction-in',
  consumes: true,
  async answer(context, { query }) {
    const reader = createReader(query)
    const estimateGas = reader.optional(['estimateGas'], trueOrFalse)
    reader.check()
    const { quote } = await findCrossQuote(context, readQuoteId(query))
    const payload = await context.crossing.buildPayload({
      quoteId: quote.id,
      estimateGas: estimateGas() ?? true,
      deadlineSeconds: payloadLife,
    })
    return toJsonResponse(toTransactionBody(context, payload))
  },
}
