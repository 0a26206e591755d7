import type { TradeContext } from '#app/context'
import { lackingFor } from '#app/holdings'
import { checkParties } from '#app/quoting/parties'
import { bound } from '#app/trade/bound'
import { checkServicePayload, pricedHere } from '#app/trade/distrust'
import { requireRouter } from '#app/trade/our-router'
import { checkRehearsed } from '#app/trade/rehearsed'
import type { Signer } from '#domain/accounts'
import type { Payload, RouterCall } from '#domain/payload'
import type { Chain } from '#domain/ports'
import type { Quote } from '#domain/quote'
import type { Service } from '#domain/service'
import type { SwapRequest } from '#domain/trader'
import { type Amount, type Hex, seconds } from '#domain/units'
import { checkPayload } from '#encoding/check-payload'

export interface VerifyContext extends Pick<TradeContext, 'clock'> {
  readonly service: Service
  /** The service runs on another machine. */
  readonly elsewhere?: boolean
}

interface Unverified {
  readonly chain: Chain
  readonly quote: Quote
  readonly signer: Signer
  readonly request: SwapRequest
  readonly minimumOut: Amount
  /** A signed approval that comes with the call, packed. */
  readonly permit?: Hex | undefined
}

interface Verified {
  readonly payload: Payload
  readonly call: Pick<RouterCall, 'recipient' | 'deadline'>
}

/** A foreign router's deadline cannot be read, so no passing of time makes its transaction void: ten years. */
const noDeadline = 315_360_000

/**
 * Asks the service for the payload of a quote and believes none of it: the bytes are decoded and compared with
 * what was asked, and the code at the router's address with the code we pinned. Bytes for a router that only the user
 * trusts are tried instead, and gas and fees of another machine's are replaced by those of the user's own endpoint.
 *
 * @throws `VALIDATION_FAILED`, `PAYLOAD_MISMATCH`, `ROUTER_NOT_TRUSTED`, `SERVICE_PAYLOAD_MISMATCH`, `REHEARSAL_FAILED`; nothing is signed
 *   before this returns.
 */
export async function verified(context: VerifyContext, input: Unverified): Promise<Verified> {
  const { chain, quote, signer, request, minimumOut } = input
  const permit = input.permit === undefined ? {} : { permit: input.permit }
  const parties = bound(quote, signer.address)
  checkParties(chain.network, { ...quote.request, ...parties }) // a service elsewhere may not have looked
  const router = await requireRouter(chain, quote.router, request.trustedRouter)
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
  const now = context.clock.now()
  const agreed = { quote, parties, minimumOut, now, ...permit }
  if (router === 'ours' && context.elsewhere !== true) return { payload, call: checkPayload(agreed, payload) }

  const checked = router === 'ours' ? checkServicePayload(agreed, payload) : { payload, call: undefined }
  if (router === 'trusted') await checkRehearsed(chain, agreed, payload)
  const lacking = request.dryRun ? await lackingFor(chain, quote, parties.from) : undefined
  const priced = await pricedHere(chain, { quote, payload: checked.payload, wishes: request.fees, lacking })
  const { call = { recipient: parties.to, deadline: seconds(now + noDeadline) } } = checked
  return { payload: priced, call }
}
