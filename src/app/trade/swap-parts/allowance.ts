import { toFeeOverrides } from '#app/fee-overrides'
import { balanceIssue, readHoldings } from '#app/holdings'
import {
  type ApprovalGas,
  approvalFailure,
  boundApprovalGas,
  executeApproval,
  settleApprovals,
} from '#app/trade/allowance/approve'
import type { Waiting } from '#app/trade/allowance/lock'
import { isSufficient, planSaleAllowance, previewSaleAllowance } from '#app/trade/allowance/plan'
import { refuseNonceWithApproval } from '#app/trade/checks/named-nonce'
import { roomForL1Fee } from '#app/trade/steps/gas-budget'
import type { PreparedSwap, Run, SwapContext } from '#app/trade/swap-parts/run'
import type { Chain } from '#domain/chain/port'
import type { Intent } from '#domain/journal/swap'
import type { Quote } from '#domain/quotes/quote'
import type { ApprovalPlan } from '#domain/trade/dialogue'
import type { SwapRequest } from '#domain/trade/trader'
import { type Address, amount, nativeToken } from '#domain/units'

/** How the router gets the allowance that a swap needs. */
export type AllowancePlan =
  /** There is enough of it, or the native currency is sold. */
  | { readonly by: 'none' }
  /** A signature that is sent with the swap. */
  | { readonly by: 'permit' }
  /** One or two transactions before the swap. */
  | { readonly by: 'approval'; readonly plan: ApprovalPlan; readonly gas: ApprovalGas }

type PlanWithoutGas =
  | Exclude<AllowancePlan, { by: 'approval' }>
  | { readonly by: 'approval'; readonly plan: ApprovalPlan }

/**
 * The allowance as it would be planned now, for the user to agree to. Other commands may change it meanwhile: nobody
 * waits for a person who reads.
 * @throws `ESTIMATE_GAS_FAILED` if the balance is too small, or the allowance is, may not be given and is not under way.
 */
export async function previewAllowance(
  context: SwapContext,
  { request, signer }: Run,
  { chain, quote }: PreparedSwap,
): Promise<AllowancePlan> {
  const owner = signer.address
  await requireBalance(chain, quote, owner)
  if (quote.sell.address === nativeToken) return { by: 'none' }
  const { plan, isSettled } = await previewSaleAllowance(context, { chain, quote, owner, request })
  if (request.approve === 'never' && !isSettled) return { by: 'none' }
  return boundPlan({ chain, quote, owner, request }, toAllowancePlan(request, plan))
}

/**
 * Plans the allowance under its lock, and sends nothing new; approvals that a crashed run had signed are completed first.
 * @param agreed what the user agreed to
 * @returns the plan with the gas that was agreed to; `isAgreed` is false if it takes more
 * @throws `ESTIMATE_GAS_FAILED` if the balance is too small, or the allowance is and none may be given.
 */
export async function planAllowance(
  context: SwapContext,
  { request, signer, dialogue, patience }: Run,
  { chain, intent, quote, waiting }: PreparedSwap & { readonly waiting: Waiting },
  agreed: AllowancePlan,
): Promise<{ readonly intent: Intent; readonly allowance: AllowancePlan; readonly isAgreed: boolean }> {
  const owner = signer.address
  if (quote.sell.address === nativeToken) return { intent, allowance: { by: 'none' }, isAgreed: true }
  const settled = await settleApprovals(context, { chain, intent, patience }, dialogue)
  const plan = await planSaleAllowance(context, { chain, quote, owner, request, waiting }, dialogue)
  await requireBalance(chain, quote, owner) // only now: the plan may have waited for other swaps of the token
  const planned = toAllowancePlan(request, plan)
  const covered = coverPlan(agreed, planned)
  if (covered !== undefined) return { intent: settled, allowance: covered, isAgreed: true }
  return { intent: settled, allowance: await boundPlan({ chain, quote, owner, request }, planned), isAgreed: false }
}

/** Before an approval costs gas. */
async function requireBalance(chain: Chain, quote: Quote, owner: Address): Promise<void> {
  const lacking = balanceIssue(quote, await readHoldings(chain, quote, owner))
  if (lacking !== undefined) throw lacking
}

function toAllowancePlan(request: SwapRequest, plan: ApprovalPlan): PlanWithoutGas {
  if (isSufficient(plan)) return { by: 'none' }
  if (request.approve === 'never') throw approvalFailure(plan, amount(plan.before - (plan.reserved ?? 0n)))
  if (request.approve === 'permit') return { by: 'permit' }
  refuseNonceWithApproval(request)
  return { by: 'approval', plan }
}

interface SaleToBound extends Pick<PreparedSwap, 'chain' | 'quote'> {
  readonly owner: Address
  readonly request: SwapRequest
}

async function boundPlan(sale: SaleToBound, planned: PlanWithoutGas): Promise<AllowancePlan> {
  if (planned.by !== 'approval') return planned
  return { by: 'approval', plan: planned.plan, gas: await boundSaleGas(sale, planned.plan) }
}

/** @throws as `boundApprovalGas` */
function boundSaleGas({ chain, quote, owner, request }: SaleToBound, plan: ApprovalPlan): Promise<ApprovalGas> {
  const limits = {
    fees: toFeeOverrides(quote, request.fees),
    maxGas: request.guards.maxGas,
    swap: { gasLimit: quote.gasLimit, l1Fee: roomForL1Fee(quote) },
  }
  return boundApprovalGas(chain, { plan, owner, nativeUsd: quote.usd.native, limits })
}

/** The plan with the gas that was agreed to, if it takes no signature and no allowance beyond what was. */
function coverPlan(agreed: AllowancePlan, planned: PlanWithoutGas): AllowancePlan | undefined {
  if (planned.by === 'none') return planned
  if (planned.by === 'permit') return agreed.by === 'permit' ? planned : undefined
  if (agreed.by !== 'approval') return undefined
  const { action, after } = planned.plan
  const isWithin = after <= agreed.plan.after && (action === 'approve' || action === agreed.plan.action)
  return isWithin ? { by: 'approval', plan: planned.plan, gas: agreed.gas } : undefined
}

/**
 * Sends the transactions of a planned approval, if there are any, each mined before the next. The price of gas may have risen
 * since it was agreed to: none is sent before a swap that the user's limit leaves too little for.
 */
export async function carryOutApproval(
  context: SwapContext,
  { request, signer, dialogue, patience }: Run,
  { chain, intent, quote }: PreparedSwap,
  allowance: AllowancePlan,
): Promise<Intent> {
  if (allowance.by !== 'approval') return intent
  const { plan, gas } = allowance
  if (request.guards.maxGas !== undefined) await boundSaleGas({ chain, quote, owner: signer.address, request }, plan)
  dialogue.tell({ what: 'approval', plan })
  const done = await executeApproval(context, { chain, intent, plan, signer, patience, gas }, dialogue)
  return done.intent
}
