import {
  getRevertReason,
  getSimulationFailure,
  requireWithinBlock,
  resolveFees,
  simulationFailure,
} from '#app/build-payload'
import { requireFunds, saleOf } from '#app/funds'
import { computePayloadGasLimit } from '#app/gas-limit'
import { getRouterOwner } from '#app/trade/checks/our-router'
import type { AssumedState } from '#domain/chain/assumed-state'
import type { Chain } from '#domain/chain/port'
import { fail, isFailure } from '#domain/errors'
import type { FeeOverrides, Payload, RouterCall } from '#domain/payload'
import type { Quote } from '#domain/quotes/quote'
import type { Hex } from '#domain/units'
import { checkPayload, type ExpectedSwap } from '#encoding/swap/check-payload'
import { encodeRouterCall } from '#encoding/swap/router-call'

/** The service's own quote states the promised minimum. */
type ServiceSwapTerms = Omit<ExpectedSwap, 'legsUnproven' | 'quote'> & { readonly quote: Quote }

/**
 * Checks a service's payload for our router against what was agreed. Raises its minimum if the user accepted more
 * before, and inserts a signed approval, which no service gets; the result is decoded and checked again.
 * @throws `SERVICE_PAYLOAD_MISMATCH`.
 */
export function checkServicePayload(
  agreed: ServiceSwapTerms,
  payload: Payload,
): { readonly payload: Payload; readonly call: RouterCall } {
  const { minimumOut, permit } = agreed
  const told = decodeAgreedCall(agreed, payload)
  if (told.minimumOut >= minimumOut && permit === undefined) return { payload, call: told }
  const raised = { ...told, minimumOut: told.minimumOut > minimumOut ? told.minimumOut : minimumOut }
  const changed = { ...payload, data: encodeRouterCall(permit === undefined ? raised : { ...raised, permit }) }
  return { payload: changed, call: checkPayload({ ...agreed, legsUnproven: true }, changed) }
}

function decodeAgreedCall({ permit: _, ...agreed }: ServiceSwapTerms, payload: Payload): RouterCall {
  try {
    return checkPayload({ ...agreed, minimumOut: agreed.quote.minimumOut, legsUnproven: true }, payload)
  } catch (error) {
    throw toServiceFailure(error)
  }
}

/** A mismatch in our own payload is our bug; in a service's payload it is the service's. */
export function toServiceFailure(error: unknown): unknown {
  return isFailure(error, 'PAYLOAD_MISMATCH') ? fail('SERVICE_PAYLOAD_MISMATCH', error.details) : error
}

interface PricingInput {
  readonly quote: Quote
  readonly payload: Payload
  readonly wishes: FeeOverrides
  /** In a dry run: what the account lacks. */
  readonly assumed?: AssumedState
  /** What pays for gas is assumed too. */
  readonly assumesGas?: boolean
}

/**
 * Simulates a payload over the user's own endpoint and sets gas and fees from there: too little gas would cost the user
 * a failed transaction, too high a price all the rest.
 * @returns the payload, and what the simulated call returned
 * @throws `ESTIMATE_GAS_FAILED`
 */
export async function simulateAndPrice(
  chain: Chain,
  { quote, payload, wishes, assumed, assumesGas }: PricingInput,
): Promise<{ readonly payload: Payload; readonly answer: Hex }> {
  const simulated = await chain.simulate(payload, assumed)
  // A foreign router's return value is unknown; its code and its transfers were checked before.
  const isOurs = getRouterOwner(chain.network, payload.to) === 'ours'
  const reason = isOurs ? getSimulationFailure(simulated, quote.buy) : getRevertReason(simulated, quote.buy)
  if (reason !== undefined) throw simulationFailure(reason)
  const [estimate, fees] = await Promise.all([
    chain.estimateGas(payload, assumed),
    resolveFees(chain, quote, wishes, payload),
  ])
  const priced = {
    ...payload,
    gasLimit: requireWithinBlock(chain, computePayloadGasLimit(estimate, quote, chain.network)),
    fees,
  }
  if (assumesGas !== true) await requireFunds(chain, priced, saleOf(quote))
  return { payload: priced, answer: simulated.data }
}
