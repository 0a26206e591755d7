import { checkMoney, withMargin } from '#app/trade/payable'
import { feesFor, headroomPerLeg } from '#app/transaction'
import { fail, isFailure } from '#domain/errors'
import type { FeeWishes, Payload, RouterCall } from '#domain/payload'
import type { Chain } from '#domain/ports'
import type { Quote } from '#domain/quote'
import { gas } from '#domain/units'
import { type Agreed, checkPayload, gasLimitCap } from '#encoding/check-payload'
import { explainRevert } from '#encoding/explain-revert'
import { encodeRouterCall } from '#encoding/router-call'

/**
 * Holds a service's payload for our router against what was agreed, and raises its minimum where the user accepted
 * more before. @throws `SERVICE_PAYLOAD_MISMATCH`.
 */
export function checkServicePayload(
  agreed: Omit<Agreed, 'legsUnproven'>,
  payload: Payload,
): { readonly payload: Payload; readonly call: RouterCall } {
  const { quote, minimumOut } = agreed
  try {
    const call = checkPayload({ ...agreed, minimumOut: quote.minimumOut, legsUnproven: true }, payload)
    if (call.minimumOut >= minimumOut) return { payload, call }
    const raised = { ...call, minimumOut }
    return { payload: { ...payload, data: encodeRouterCall(raised) }, call: raised }
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
}

/**
 * Tries a service's payload over the user's own endpoint and gives it gas and fees from there: too little gas would
 * cost the user a failed transaction, too high a price all the rest.
 * @throws `ESTIMATE_GAS_FAILED`.
 */
export async function pricedHere(chain: Chain, { quote, payload, wishes }: Priced): Promise<Payload> {
  const simulated = await chain.simulate(payload)
  if (!simulated.ok) {
    const reason = explainRevert(simulated.data) ?? simulated.reason
    throw fail('ESTIMATE_GAS_FAILED', { check: 'simulation', reason: `The swap would fail now: ${reason}.` })
  }
  const [estimate, fees] = await Promise.all([chain.estimateGas(payload), feesFor(chain, quote, wishes)])
  const wanted = withMargin(estimate) + BigInt(quote.route.legs.length) * headroomPerLeg
  const gasLimit = gas(wanted < gasLimitCap ? wanted : gasLimitCap)
  const priced = { ...payload, gasLimit, fees }
  checkMoney(chain.network, priced, await chain.balance(payload.from))
  return priced
}
