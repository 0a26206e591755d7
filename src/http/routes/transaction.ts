import { meansNobody } from '#domain/quote'
import type { Address } from '#domain/units'
import { quoteIdOf } from '#http/parameters/quote-id'
import { createReader } from '#http/parameters/reader'
import { evmAddress, trueOrFalse } from '#http/parameters/values'
import { offsetHeader, payloadLife, transactionBody } from '#http/payload'
import { json, type Route } from '#http/route'

/** Consumes the quote when it answers, and only then. */
export const route: Route = {
  method: 'GET',
  path: '/aggregator/transaction',
  async answer(context, { query }) {
    const { service, checksum } = context
    const reader = createReader(query)
    const estimateGas = reader.optional(['estimateGas'], trueOrFalse)
    const from = somebody(reader.optional(['fromAddress'], evmAddress(checksum))())
    const to = somebody(reader.optional(['toAddress'], evmAddress(checksum))()) ?? from
    reader.check()
    const { quote } = await service.stored(quoteIdOf(query))
    const payload = await service.transaction({
      quoteId: quote.id,
      network: quote.request.network,
      estimateGas: estimateGas() ?? true,
      deadlineSeconds: payloadLife,
      ...(from !== undefined && meansNobody(quote.request.from) ? { from } : {}),
      ...(to !== undefined && meansNobody(quote.request.to) ? { to } : {}),
    })
    return { ...json(transactionBody(context, payload)), headers: offsetHeader(payload, quote) }
  },
}

/** Nobody is as good as absent: clients that do not know their user yet send such addresses here too. */
const somebody = (address: Address | undefined): Address | undefined =>
  address === undefined || meansNobody(address) ? undefined : address
