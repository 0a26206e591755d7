import type { QuoteContext } from '#app/context'
import { fetchL1Fee } from '#app/funds'
import type { Chain } from '#domain/chain/port'
import type { Quote } from '#domain/quotes/quote'
import { evm, nativeToken, seconds, wei } from '#domain/units'
import { encodeSwap } from '#encoding/swap/encode'

/** In the place of those who are paid: a price may be asked for anybody, the router pays not everybody. */
const somebody = evm('0xd8c1b7a45e9f6230e1a4c75b92ed36f807b5a94c')

/** The quote with what its transaction's bytes cost now, on a chain that charges for them; otherwise unchanged. */
export async function withL1Fee({ throughRouter }: QuoteContext, chain: Chain, quote: Quote): Promise<Quote> {
  if (chain.network.l1Fee === undefined) return quote
  const { request, router: to, minimumOut, chainId, gasLimit, gasPrice, expiresAt } = quote
  const affiliate = request.affiliate && { ...request.affiliate, address: somebody }
  const data = encodeSwap({
    quote: { ...quote, request: { ...request, affiliate } },
    recipient: somebody,
    minimumOut,
    deadline: seconds(expiresAt),
    throughRouter: throughRouter === true,
  })
  const l1Fee = await fetchL1Fee(chain, {
    ...{ from: request.from, to, chainId, gasLimit, data },
    value: wei(request.sell === nativeToken ? request.sellAmount : 0n),
    fees: { type: 2, maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice },
  })
  return l1Fee === 0n ? quote : { ...quote, l1Fee }
}
