import type { TradeContext } from '#app/context'
import { getGasCap } from '#app/gas-limit'
import { checkParties } from '#app/quoting/parties'
import { requireRouter } from '#app/trade/checks/our-router'
import { resolveParties } from '#app/trade/checks/resolve-parties'
import { checkSimulatedTransfers } from '#app/trade/checks/simulate-transfers'
import { checkServicePayload, simulateAndPrice } from '#app/trade/checks/verify-service-payload'
import type { AssumedState } from '#domain/chain/assumed-state'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { Payload, RouterCall } from '#domain/payload'
import { isFromService, type Quote } from '#domain/quotes/quote'
import type { Service } from '#domain/service/service'
import type { SwapRequest } from '#domain/trade/trader'
import { type Address, type Amount, type Hex, seconds } from '#domain/units'
import { checkPayload } from '#encoding/swap/check-payload'

export interface VerifyContext extends Pick<TradeContext, 'clock'> {
  readonly service: Service
  /** True if the service runs on another machine. */
  readonly isServiceRemote?: boolean
}

interface PayloadInput {
  readonly chain: Chain
  readonly quote: Quote
  /** The account that signs, or whom a dry run simulates. */
  readonly from: Address
  readonly request: SwapRequest
  readonly minimumOut: Amount
  /** A packed signed approval that is sent with the call. */
  readonly permit?: Hex | undefined
  /** The output goes through the router, for signers that cannot check the pools. */
  readonly throughRouter?: boolean
  /** In a dry run: what the account lacks. */
  readonly assumed?: AssumedState
}

interface VerifiedPayload {
  readonly payload: Payload
  readonly call: Pick<RouterCall, 'recipient' | 'deadline' | 'minimumOut'>
}

/** A payload of 30 seconds may be built, checked and simulated for some of them. */
const minDeadlineSeconds = 15

/** No payload is valid for longer. */
const maxDeadlineSeconds = 900

/** How long a payload is valid at most, in seconds: a service elsewhere sets its own deadline. */
export const findMaxDeadline = (
  { isServiceRemote }: Pick<VerifyContext, 'isServiceRemote'>,
  { deadlineSeconds }: Pick<SwapRequest, 'deadlineSeconds'>,
): number => (isServiceRemote === true ? maxDeadlineSeconds : deadlineSeconds)

/** The deadline of a foreign router's payload is unknown, so its transaction never becomes void by time: ten years. */
const noDeadlineSeconds = 315_360_000

/**
 * Requests the payload of a quote from the service and trusts none of it: the decoded bytes are compared with the
 * request, and the code at the router's address with the pinned code. Payloads for a router that only the user trusts
 * are simulated instead. A remote service's gas and fees are replaced by those of the user's endpoint; a dry run sets
 * them afterwards.
 *
 * @throws `VALIDATION_FAILED`, `PAYLOAD_MISMATCH`, `ROUTER_NOT_TRUSTED`, `SERVICE_PAYLOAD_MISMATCH`,
 * `SIMULATION_FAILED`; nothing is signed
 *   before this returns.
 */
export async function fetchVerifiedPayload(context: VerifyContext, input: PayloadInput): Promise<VerifiedPayload> {
  const { chain, quote, from, request, minimumOut } = input
  const permit = input.permit === undefined ? {} : { permit: input.permit }
  const parties = resolveParties(quote, from)
  checkParties(chain.network, { ...quote.request, ...parties }) // a remote service may not have checked
  const router = await requireRouter(chain, quote.router, request.trustedRouter)
  if (request.simulates === false && (router !== 'ours' || context.isServiceRemote === true))
    throw fail('USAGE', {
      reason: 'What another service or another router would do is known from a simulation only.',
      fix: 'leave out --no-simulate',
    })
  const built = await context.service.buildPayload({
    quoteId: quote.id,
    // a dry run simulates by itself, on what it assumes
    estimateGas: !request.dryRun && request.simulates !== false,
    deadlineSeconds: request.deadlineSeconds,
    minimumOut,
    keepsQuote: request.dryRun,
    fees: request.fees,
    throughRouter: input.throughRouter === true,
    ...parties,
    ...permit,
  })
  const now = context.clock.now()
  // An estimate replaces a dry run's limit afterwards; the quote's own may be above the cap.
  const maxGas = getGasCap(chain.network)
  const payload = request.dryRun && built.gasLimit > maxGas ? { ...built, gasLimit: maxGas } : built
  const deadlineWithin = [minDeadlineSeconds, findMaxDeadline(context, request)] as const
  const throughRouter = input.throughRouter === true || isFromService(quote)
  const agreed = { quote, parties, minimumOut, now, deadlineWithin, maxGas, throughRouter, ...permit }
  if (router === 'ours' && context.isServiceRemote !== true) return { payload, call: checkPayload(agreed, payload) }

  const checked = router === 'ours' ? checkServicePayload(agreed, payload) : { payload, call: undefined }
  if (router === 'trusted') await checkSimulatedTransfers(chain, agreed, payload, input.assumed)
  const { call = { recipient: parties.to, deadline: seconds(now + noDeadlineSeconds), minimumOut } } = checked
  if (request.dryRun) return { payload: checked.payload, call }
  const priced = await simulateAndPrice(chain, { quote, payload: checked.payload, wishes: request.fees })
  return { payload: priced.payload, call }
}
