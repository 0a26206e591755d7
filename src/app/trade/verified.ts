import type { TradeContext } from '#app/context'
import { bound } from '#app/trade/bound'
import type { Signer } from '#domain/accounts'
import { fail } from '#domain/errors'
import type { Payload, RouterCall } from '#domain/payload'
import type { Chain } from '#domain/ports'
import type { Quote } from '#domain/quote'
import type { Service } from '#domain/service'
import type { SwapRequest } from '#domain/trader'
import type { Amount } from '#domain/units'
import { checkPayload } from '#encoding/check-payload'
import { isOurRouter } from '#encoding/router'

/**
 * Asks the service for the payload of a quote and believes none of it: the bytes are decoded and compared with
 * what was asked, and the code at the router's address with the code we pinned.
 *
 * @throws `PAYLOAD_MISMATCH`, `ROUTER_NOT_TRUSTED`; nothing is signed before this returns.
 */
export async function verified(
  context: Pick<TradeContext, 'clock'> & { readonly service: Service },
  input: { chain: Chain; quote: Quote; signer: Signer; request: SwapRequest; minimumOut: Amount },
): Promise<{ payload: Payload; call: RouterCall }> {
  const { chain, quote, signer, request, minimumOut } = input
  const parties = bound(quote, signer.address)
  const code = await chain.code(quote.router)
  if (!isOurRouter(code)) throw fail('ROUTER_NOT_TRUSTED', { address: quote.router, reason: whyNot(code) })
  const payload = await context.service.transaction({
    quoteId: quote.id,
    estimateGas: true,
    deadlineSeconds: request.deadlineSeconds,
    minimumOut,
    keep: request.dryRun,
    fees: request.fees,
    ...parties,
  })
  const call = checkPayload({ quote, parties, minimumOut, now: context.clock.now() }, payload)
  return { payload, call }
}

const whyNot = (code: string): string => (code === '0x' ? 'there is no code' : 'its code is not the code we pinned')
