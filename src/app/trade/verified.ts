import type { TradeContext } from '#app/context'
import { bound } from '#app/trade/bound'
import { requireOurRouter } from '#app/trade/our-router'
import type { Signer } from '#domain/accounts'
import type { Payload, RouterCall } from '#domain/payload'
import type { Chain } from '#domain/ports'
import type { Quote } from '#domain/quote'
import type { Service } from '#domain/service'
import type { SwapRequest } from '#domain/trader'
import type { Amount, Hex } from '#domain/units'
import { checkPayload } from '#encoding/check-payload'

/**
 * Asks the service for the payload of a quote and believes none of it: the bytes are decoded and compared with
 * what was asked, and the code at the router's address with the code we pinned.
 *
 * @throws `PAYLOAD_MISMATCH`, `ROUTER_NOT_TRUSTED`; nothing is signed before this returns.
 */
export async function verified(
  context: Pick<TradeContext, 'clock'> & { readonly service: Service },
  input: {
    chain: Chain
    quote: Quote
    signer: Signer
    request: SwapRequest
    minimumOut: Amount
    /** A signed approval that comes with the call, packed. */
    permit?: Hex | undefined
  },
): Promise<{ payload: Payload; call: RouterCall }> {
  const { chain, quote, signer, request, minimumOut } = input
  const permit = input.permit === undefined ? {} : { permit: input.permit }
  const parties = bound(quote, signer.address)
  await requireOurRouter(chain, quote.router)
  const payload = await context.service.transaction({
    quoteId: quote.id,
    estimateGas: true,
    deadlineSeconds: request.deadlineSeconds,
    minimumOut,
    keep: request.dryRun,
    fees: request.fees,
    ...parties,
    ...permit,
  })
  const call = checkPayload({ quote, parties, minimumOut, now: context.clock.now(), ...permit }, payload)
  return { payload, call }
}
