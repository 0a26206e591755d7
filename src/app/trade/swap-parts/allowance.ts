import { balanceIssue, readHoldings } from '#app/holdings'
import {
  type ApprovalGas,
  approvalFailure,
  boundApprovalGas,
  executeApproval,
  settleApprovals,
} from '#app/trade/allowance/approve'
import { isSufficient, planSaleAllowance } from '#app/trade/allowance/plan'
import { refuseNonceWithApproval } from '#app/trade/checks/named-nonce'
import type { PreparedSwap, Run, SwapContext } from '#app/trade/swap-parts/run'
import type { Intent } from '#domain/journal/swap'
import type { ApprovalPlan } from '#domain/trade/trader'
import { amount, nativeToken } from '#domain/units'

/** How the router gets the allowance that a swap needs. */
export type AllowancePlan =
  /** There is enough of it, or the native currency is sold. */
  | { readonly by: 'none' }
  /** A signature that is sent with the swap. */
  | { readonly by: 'permit' }
  /** One or two transactions before the swap. */
  | { readonly by: 'approval'; readonly plan: ApprovalPlan; readonly gas: ApprovalGas }

/**
 * Plans the allowance and sends nothing new; approvals that a crashed run had signed are completed first.
 * @throws `ESTIMATE_GAS_FAILED` if the balance is too small, or the allowance is and none may be given.
 */
export async function planAllowance(
  context: SwapContext,
  { request, signer, dialogue, patience }: Run,
  { chain, intent, quote }: PreparedSwap,
): Promise<{ readonly intent: Intent; readonly allowance: AllowancePlan }> {
  const requireBalance = async (): Promise<void> => {
    const lacking = balanceIssue(quote, await readHoldings(chain, quote, signer.address))
    if (lacking !== undefined) throw lacking // before an approval costs gas
  }
  if (quote.sell.address === nativeToken) {
    await requireBalance()
    return { intent, allowance: { by: 'none' } }
  }

  const settled = await settleApprovals(context, { chain, intent, patience }, dialogue)
  const plan = await planSaleAllowance(context, { chain, quote, owner: signer.address, request }, dialogue)
  await requireBalance() // only now: the plan may have waited for other swaps of the token
  if (isSufficient(plan)) return { intent: settled, allowance: { by: 'none' } }
  if (request.approve === 'never') throw approvalFailure(plan, amount(plan.before - (plan.reserved ?? 0n)))
  if (request.approve === 'permit') return { intent: settled, allowance: { by: 'permit' } }
  refuseNonceWithApproval(request)
  const gas = await boundApprovalGas(chain, { plan, owner: signer.address, nativeUsd: quote.usd.native })
  return { intent: settled, allowance: { by: 'approval', plan, gas } }
}

/** Sends the transactions of a planned approval, if there are any, each mined before the next. */
export async function carryOutApproval(
  context: SwapContext,
  { signer, dialogue, patience }: Run,
  { chain, intent }: PreparedSwap,
  allowance: AllowancePlan,
): Promise<Intent> {
  if (allowance.by !== 'approval') return intent
  const { plan, gas } = allowance
  dialogue.tell({ what: 'approval', plan })
  const done = await executeApproval(context, { chain, intent, plan, signer, patience, gas }, dialogue)
  return done.intent
}
