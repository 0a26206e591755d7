/** The allowance that a crossing needs: exactly what it sells, for the crossing contract. */
import {
  type ApprovalGas,
  approvalFailure,
  boundApprovalGas,
  executeApproval,
  settleApprovals,
} from '#app/trade/allowance/approve'
import type { Waiting } from '#app/trade/allowance/lock'
import { readAllowanceState, sumTakes } from '#app/trade/allowance/pending'
import { type AllowanceRequest, compareAllowance, isSufficient, planApproval } from '#app/trade/allowance/plan'
import type { CrossContext, CrossRun, PreparedCross } from '#app/trade/cross/context'
import { isNativeSale } from '#app/trade/cross/sign'
import { roomForL1Fee } from '#app/trade/steps/gas-budget'
import type { CrossQuote } from '#domain/crossing/cross-quote'
import { fail } from '#domain/errors'
import type { Intent } from '#domain/journal/swap'
import type { ApprovalPlan } from '#domain/trade/dialogue'
import { amount } from '#domain/units'

export type CrossAllowance =
  | { readonly by: 'none' }
  /** One or two transactions before the crossing. */
  | { readonly by: 'approval'; readonly plan: ApprovalPlan; readonly gas: ApprovalGas }

/** As it would be planned now, for the user to agree to: nothing is locked while a person reads. */
export async function previewCrossAllowance(
  context: CrossContext,
  run: CrossRun,
  quote: CrossQuote,
): Promise<CrossAllowance> {
  if (isNativeSale(quote)) return { by: 'none' }
  const { chain } = run
  const wanted = toRequest(run, quote)
  const { allowance: before, pending } = await readAllowanceState(context, chain, wanted)
  const taken = sumTakes(pending)
  const plan = await compareAllowance(chain, wanted, { before, reserved: taken < before ? taken : before })
  if (isSufficient(plan)) return { by: 'none' }
  requireMayApprove(run, plan)
  return {
    by: 'approval',
    plan,
    gas: await boundCrossApproval(run, quote, plan),
  }
}

/**
 * Plans it again under the lock and sends what was agreed to; approvals of a crashed run are completed first.
 * @throws `ALLOWANCE_BUSY`; `CONFIRM_NEEDED` if it takes more than was agreed to
 */
export async function settleCrossAllowance(
  context: CrossContext,
  run: CrossRun,
  { intent, quote, agreed, waiting }: PreparedCross & { readonly agreed: CrossAllowance; readonly waiting: Waiting },
): Promise<Intent> {
  if (isNativeSale(quote)) return intent
  const { chain, signer, dialogue, request } = run
  const patience = { confirmations: request.confirmations, timeoutSeconds: request.timeoutSeconds }
  const settled = await settleApprovals(context, { chain, intent, patience }, dialogue)
  const plan = await planApproval(context, chain, { ...toRequest(run, quote), waiting }, dialogue)
  if (isSufficient(plan)) return settled
  requireMayApprove(run, plan)
  const isWithin =
    agreed.by === 'approval' &&
    plan.after <= agreed.plan.after &&
    (plan.action === 'approve' || plan.action === agreed.plan.action)
  if (!isWithin) throw fail('CHECK_FAILED', { reason: 'The allowance changed while it was confirmed. Run it again.' })
  if (request.guards.maxGas !== undefined) await boundCrossApproval(run, quote, plan) // by the price of now
  dialogue.tell({ what: 'approval', plan })
  const input = { chain, intent: settled, plan, signer, patience, gas: agreed.gas }
  return (await executeApproval(context, input, dialogue)).intent
}

/** @throws as `boundApprovalGas` */
function boundCrossApproval({ chain, signer, request }: CrossRun, quote: CrossQuote, plan: ApprovalPlan) {
  const swap = { gasLimit: quote.gasLimit, l1Fee: roomForL1Fee(quote) }
  const limits = { fees: request.fees, maxGas: request.guards.maxGas, swap }
  return boundApprovalGas(chain, { plan, owner: signer.address, nativeUsd: quote.usd.native, limits })
}

const toRequest = (
  { signer }: CrossRun,
  { sell, crossing, request: { sellAmount } }: CrossQuote,
): Omit<AllowanceRequest, 'waiting'> => ({
  token: sell,
  owner: signer.address,
  spender: crossing,
  needed: sellAmount,
  max: false,
  reset: 'auto',
  permit: false,
  sells: true,
})

function requireMayApprove({ request }: CrossRun, plan: ApprovalPlan): void {
  if (request.approve === 'never') throw approvalFailure(plan, amount(plan.before - (plan.reserved ?? 0n)))
}
