import type { TradeContext } from '#app/context'
import { findHoldingsIssue } from '#app/holdings'
import { checkParties } from '#app/quoting/parties'
import { requireRouter } from '#app/trade/checks/our-router'
import { resolveParties } from '#app/trade/checks/resolve-parties'
import { checkSimulatedTransfers } from '#app/trade/checks/simulate-transfers'
import { checkServicePayload, simulateAndPrice } from '#app/trade/checks/verify-service-payload'
import type { Chain } from '#domain/chain/port'
import type { Payload, RouterCall } from '#domain/payload'
import { isFromService, type Quote } from '#domain/quotes/quote'
import type { Service } from '#domain/service/service'
import type { Signer } from '#domain/trade/accounts'
import type { SwapRequest } from '#domain/trade/trader'
import { type Amount, type Hex, seconds } from '#domain/units'
import { checkPayload } from '#encoding/swap/check-payload'

export interface VerifyContext extends Pick<TradeContext, 'clock'> {
  readonly service: Service
  /** True if the service runs on another machine. */
  readonly isServiceRemote?: boolean
}

interface PayloadInput {
  readonly chain: Chain
  readonly quote: Quote
  readonly signer: Signer
  readonly request: SwapRequest
  readonly minimumOut: Amount
  /** A packed signed approval that is sent with the call. */
  readonly permit?: Hex | undefined
}

interface VerifiedPayload {
  readonly payload: Payload
  readonly call: Pick<RouterCall, 'recipient' | 'deadline'>
}

/** The deadline of a foreign router's payload is unknown, so its transaction never becomes void by time: ten years. */
const noDeadlineSeconds = 315_360_000

/**
 * Requests the payload of a quote from the service and trusts none of it: the decoded bytes are compared with the
 * request, and the code at the router's address with the pinned code. Payloads for a router that only the user trusts
 * are simulated instead. A remote service's gas and fees are replaced by those of the user's endpoint.
 *
 * @throws `VALIDATION_FAILED`, `PAYLOAD_MISMATCH`, `ROUTER_NOT_TRUSTED`, `SERVICE_PAYLOAD_MISMATCH`,
 * `SIMULATION_FAILED`; nothing is signed
 *   before this returns.
 */
export async function fetchVerifiedPayload(context: VerifyContext, input: PayloadInput): Promise<VerifiedPayload> {
  const { chain, quote, signer, request, minimumOut } = input
  const permit = input.permit === undefined ? {} : { permit: input.permit }
  const parties = resolveParties(quote, signer.address)
  checkParties(chain.network, { ...quote.request, ...parties }) // a remote service may not have checked
  const router = await requireRouter(chain, quote.router, request.trustedRouter)
  const payload = await context.service.buildPayload({
    quoteId: quote.id,
    estimateGas: true,
    deadlineSeconds: request.deadlineSeconds,
    minimumOut,
    keepsQuote: request.dryRun,
    fees: request.fees,
    ...parties,
    ...permit,
  })
  const now = context.clock.now()
  const agreed = { quote, parties, minimumOut, now, throughRouter: isFromService(quote), ...permit }
  if (router === 'ours' && context.isServiceRemote !== true) return { payload, call: checkPayload(agreed, payload) }

  const checked = router === 'ours' ? checkServicePayload(agreed, payload) : { payload, call: undefined }
  if (router === 'trusted') await checkSimulatedTransfers(chain, agreed, payload)
  const lacking = request.dryRun ? await findHoldingsIssue(chain, quote, parties.from) : undefined
  const priced = await simulateAndPrice(chain, { quote, payload: checked.payload, wishes: request.fees, lacking })
  const { call = { recipient: parties.to, deadline: seconds(now + noDeadlineSeconds) } } = checked
  return { payload: priced, call }
}
