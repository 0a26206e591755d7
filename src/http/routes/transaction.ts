import { isPlaceholderAddress } from '#domain/quotes/quote'
import type { Address } from '#domain/units'
import { payloadLife, toOffsetHeader, toTransactionBody } from '#http/answers/payload'
import { readQuoteId } from '#http/parameters/quote-id'
import { createReader } from '#http/parameters/reader'
import { evmAddress, trueOrFalse } from '#http/parameters/values'
import { type HttpRoute, toJsonResponse } from '#http/route'

/** Consumes the quote only when it answers. */
export const route: HttpRoute = {
  method: 'GET',
  path: '/aggregator/transaction',
  consumes: true,
  async answer(context, { query }) {
    const { service, checksum } = context
    const reader = createReader(query)
    const estimateGas = reader.optional(['estimateGas'], trueOrFalse)
    const from = dropPlaceholder(reader.optional(['fromAddress'], evmAddress(checksum))())
    const to = dropPlaceholder(reader.optional(['toAddress'], evmAddress(checksum))()) ?? from
    reader.check()
    const { quote } = await service.getQuote(readQuoteId(query))
    const payload = await service.buildPayload({
      quoteId: quote.id,
      network: quote.request.network,
      estimateGas: estimateGas() ?? true,
      deadlineSeconds: payloadLife,
      ...(from !== undefined && isPlaceholderAddress(quote.request.from) ? { from } : {}),
      ...(to !== undefined && isPlaceholderAddress(quote.request.to) ? { to } : {}),
    })
    return { ...toJsonResponse(toTransactionBody(context, payload)), headers: toOffsetHeader(payload, quote) }
  },
}

/** A placeholder counts as absent: clients that do not know their user yet send one here too. */
const dropPlaceholder = (address: Address | undefined): Address | undefined =>
  address === undefined || isPlaceholderAddress(address) ? undefined : address
