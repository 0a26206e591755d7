import type { QuoteContext } from '#app/context'
import { fetchL1Fee } from '#app/funds'
import { toPricedCall } from '#app/quoting/gas/quoted-call'
import type { Chain } from '#domain/chain/port'
import type { Quote } from '#domain/quotes/quote'

/** The quote with what its transaction's bytes cost now, on a chain that charges for them; otherwise unchanged. */
export async function withL1Fee(context: QuoteContext, chain: Chain, quote: Quote): Promise<Quote> {
  if (chain.network.l1Fee === undefined) return quote
  const { chainId, gasLimit, gasPrice } = quote
  const l1Fee = await fetchL1Fee(chain, {
    ...toPricedCall(context, quote),
    ...{ chainId, gasLimit },
    fees: { type: 2, maxFeePerGas: gasPrice, maxPriorityFeePerGas: gasPrice },
  })
  return l1Fee === 0n ? quote : { ...quote, l1Fee }
}
