import type { QuoteContext } from '#app/context'
import type { Payload } from '#domain/payload'
import { isPlaceholderAddress, type Quote } from '#domain/quotes/quote'
import { evm, nativeToken, seconds, wei } from '#domain/units'
import { encodeSwap } from '#encoding/swap/encode'

/** In the place of those who are paid: a price may be asked for anybody, the router pays not everybody. */
const somebody = evm('0xd8c1b7a45e9f6230e1a4c75b92ed36f807b5a94c')

/** The call of a quote's transaction, as far as what it costs depends on it. */
export function toPricedCall(
  { throughRouter }: Pick<QuoteContext, 'throughRouter'>,
  quote: Quote,
): Pick<Payload, 'from' | 'to' | 'data' | 'value'> {
  const { request, router: to, minimumOut, expiresAt } = quote
  const affiliate = request.affiliate && { ...request.affiliate, address: somebody }
  const data = encodeSwap({
    quote: { ...quote, request: { ...request, affiliate } },
    recipient: isPlaceholderAddress(request.to) ? somebody : request.to,
    minimumOut,
    deadline: seconds(expiresAt),
    throughRouter: throughRouter === true,
  })
  return { from: request.from, to, data, value: wei(request.sell === nativeToken ? request.sellAmount : 0n) }
}
