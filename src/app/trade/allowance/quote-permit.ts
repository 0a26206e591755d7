import type { TradeContext } from '#app/context'
import { buildPermitRequest } from '#app/trade/allowance/permit'
import type { Chain } from '#domain/chain/port'
import type { Quote } from '#domain/quotes/quote'
import type { Signer } from '#domain/trade/accounts'
import { type Hex, seconds } from '#domain/units'
import { packPermit } from '#encoding/tokens/permit'

interface QuotePermitInput {
  readonly chain: Chain
  readonly quote: Quote
  readonly signer: Signer
  readonly request: { readonly deadlineSeconds: number }
}

/** An exact approval of the input by signature, packed: the swap it comes with uses it up. */
export async function signQuotePermit(
  { clock }: Pick<TradeContext, 'clock'>,
  { chain, quote, signer, request }: QuotePermitInput,
): Promise<Hex> {
  const value = quote.request.sellAmount
  const deadline = seconds(clock.now() + request.deadlineSeconds)
  const asked = { token: quote.sell, owner: signer.address, spender: quote.router, value, deadline }
  const signature = await signer.signPermit(await buildPermitRequest(chain, asked), chain.network.name)
  return packPermit({ style: 'eip-2612', value, deadline, signature })
}
