import { routerOwner } from '#app/trade/our-router'
import { checkMoney, withMargin } from '#app/trade/payable'
import { feesFor, headroomPerLeg, simulationFailed, whyReverted, whySimulationFails } from '#app/transaction'
import { fail, isFailure, type SwapError } from '#domain/errors'
import type { FeeWishes, Payload, RouterCall } from '#domain/payload'
import type { Chain } from '#domain/ports'
import type { Quote } from '#domain/quote'
import { gas } from '#domain/units'
import { type Agreed, checkPayload, gasLimitCap } from '#encoding/check-payload'
import { encodeRouterCall } from '#encoding/router-call'

/** The service's own quote says what it promised at the least. */
type Promised = Omit<Agreed, 'legsUnproven' | 'quote'> & { readonly quote: Quote }

/**
 * Holds a service's payload for our router against what was agreed. Its minimum is raised where the user accepted more
 * before, and a signed approval put in, which no service is given; what comes of that is read back once more.
 * @throws `SERVICE_PAYLOAD_MISMATCH`.
 */
export function checkServicePayload(
  agreed: Promised,
  payload: Payload,
): { readonly payload: Payload; readonly call: RouterCall } {
  const { minimumOut, permit } = agreed
  const told = calledBy(agreed, payload)
  if (told.minimumOut >= minimumOut && permit === undefined) return { payload, call: told }
  const raised = { ...told, minimumOut: told.minimumOut > minimumOut ? told.minimumOut : minimumOut }
  const changed = { ...payload, data: encodeRouterCall(permit === undefined ? raised : { ...raised, permit }) }
  return { payload: changed, call: checkPayload({ ...agreed, legsUnproven: true }, changed) }
}

function calledBy({ permit: _, ...agreed }: Promised, payload: Payload): RouterCall {
  try {
    return checkPayload({ ...agreed, minimumOut: agreed.quote.minimumOut, legsUnproven: true }, payload)
  } catch (error) {
    throw asService(error)
  }
}

/** The same difference is our bug in our own payload and the service's doing in its. */
export function asService(error: unknown): unknown {
  return isFailure(error, 'PAYLOAD_MISMATCH') ? fail('SERVICE_PAYLOAD_MISMATCH', error.details) : error
}

interface Priced {
  readonly quote: Quote
  readonly payload: Payload
  readonly wishes: FeeWishes
  /** What the account lacks, where it is only looked at: it cannot be tried then. */
  readonly lacking?: SwapError | undefined
}

/**
 * Tries a service's payload over the user's own endpoint and gives it gas and fees from there: too little gas would
 * cost the user a failed transaction, too high a price all the rest.
 * @throws `ESTIMATE_GAS_FAILED`.
 */
export async function pricedHere(chain: Chain, { quote, payload, wishes, lacking }: Priced): Promise<Payload> {
  if (lacking !== undefined) return { ...payload, gasLimit: quote.gasLimit, fees: await feesFor(chain, quote, wishes) }
  const simulated = await chain.simulate(payload)
  // What a foreign router returns is not known; that it has code, and what it moves, was checked before.
  const isOurs = routerOwner(chain.network, payload.to) === 'ours'
  const reason = isOurs ? whySimulationFails(simulated) : whyReverted(simulated)
  if (reason !== undefined) throw simulationFailed(reason)
  const [estimate, fees] = await Promise.all([chain.estimateGas(payload), feesFor(chain, quote, wishes)])
  const wanted = withMargin(estimate) + BigInt(quote.route.legs.length) * headroomPerLeg
  const gasLimit = gas(wanted < gasLimitCap ? wanted : gasLimitCap)
  const priced = { ...payload, gasLimit, fees }
  checkMoney(chain.network, priced, await chain.balance(payload.from))
  return priced
}
