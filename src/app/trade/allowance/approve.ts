import type { TradeContext } from '#app/context'
import { allowanceFailure } from '#app/holdings'
import { getRouterOwner } from '#app/trade/checks/our-router'
import { completePayload, expectedPriceOf } from '#app/trade/steps/complete-payload'
import { type FollowLimits, followStep } from '#app/trade/steps/follow'
import { createCallBudget, type GasBudget, requirePriceWithin } from '#app/trade/steps/gas-budget'
import { signAndSend } from '#app/trade/steps/send'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import { type Intent, type Step, transactionOf } from '#domain/journal/swap'
import type { Token } from '#domain/token'
import type { Signer } from '#domain/trade/accounts'
import type { ApprovalPlan, ApproveRequest, Dialogue, GasCost } from '#domain/trade/trader'
import { type Address, type Amount, amount, wei } from '#domain/units'
import { encodeApprove, readAllowance } from '#encoding/tokens/erc20'

const maxAllowance = amount((1n << 256n) - 1n)

/** The allowance that one owner has to give one spender. */
export interface AllowanceRequest {
  readonly token: Token
  readonly owner: Address
  readonly spender: Address
  readonly needed: Amount
  readonly max: boolean
  readonly reset: ApproveRequest['reset']
}

/**
 * Compares the allowance with the needed amount. Exact unless `max`; a larger allowance is left as it is. Whether the
 * token requires a reset to 0 first (as USDT does) is simulated, not taken from a list.
 */
export async function planApproval(chain: Chain, wanted: AllowanceRequest): Promise<ApprovalPlan> {
  const { token, owner, spender, needed } = wanted
  const before = await fetchAllowance(chain, wanted)
  const after = wanted.max ? maxAllowance : needed
  const plan = { token, spender, router: getRouterOwner(chain.network, spender), before, needed }
  if (before >= needed && !(wanted.max && before < after)) return { ...plan, action: 'none', after: before }
  const resetFirst =
    before > 0n &&
    (wanted.reset === 'always' || (wanted.reset === 'auto' && (await needsReset(chain, owner, plan, after))))
  return { ...plan, action: resetFirst ? 'reset+approve' : 'approve', after }
}

export async function fetchAllowance(
  chain: Chain,
  { token, owner, spender }: Pick<AllowanceRequest, 'token' | 'owner' | 'spender'>,
): Promise<Amount> {
  const read = readAllowance(token.address, owner, spender)
  const [answer] = await chain.read([read])
  if (answer === undefined || answer === '0x')
    throw fail('TOKEN_UNREADABLE', { address: token.address, network: token.network })
  return read.decode(answer)
}

async function needsReset(
  chain: Chain,
  from: Address,
  { token, spender }: Pick<ApprovalPlan, 'token' | 'spender'>,
  after: Amount,
): Promise<boolean> {
  const call = { from, to: token.address, value: wei(0n) }
  const change = await chain.simulate({ ...call, data: encodeApprove(spender, after) })
  return !change.ok && (await chain.simulate({ ...call, data: encodeApprove(spender, amount(0n)) })).ok
}

/**
 * Gas limit of an approval as a multiple of the first transaction's estimate: a reset frees a slot, the next call fills
 * one.
 */
const gasMargin = 3n

/** The gas cost of a plan's transactions, and the limits of each. */
export interface ApprovalGas extends GasCost {
  readonly gasBudget: GasBudget
}

/**
 * Limits the gas of a plan before the user is asked to confirm. The second of two transactions cannot be estimated
 * before the first is mined, so it gets the limit of the first.
 * @throws `ESTIMATE_GAS_FAILED` if the first would fail, `GAS_ABOVE_LIMIT` if the node's price is above the ceiling.
 */
export async function boundApprovalGas(
  chain: Chain,
  { plan, owner, nativeUsd }: { plan: ApprovalPlan; owner: Address; nativeUsd: number | undefined },
): Promise<ApprovalGas> {
  const steps = stepsOf(plan)
  const [first] = steps
  const [estimate, fees] = await Promise.all([
    first === undefined ? 0n : chain.estimateGas(toApproveCall(plan, owner, first)),
    chain.fees(),
  ])
  const gasBudget = createCallBudget(chain.network, estimate * gasMargin)
  requirePriceWithin(chain.network, fees, gasBudget)
  const count = BigInt(steps.length)
  return {
    gasBudget,
    maxGasCost: wei(gasBudget.maxCost * count),
    expectedGasCost: wei(estimate * expectedPriceOf(fees) * count),
    nativeUsd,
  }
}

interface ApprovalStep {
  readonly step: Step
  readonly value: Amount
}

function stepsOf({ action, after }: ApprovalPlan): readonly ApprovalStep[] {
  if (action === 'none') return []
  const change = { step: 'approve', value: after } as const
  return action === 'approve' ? [change] : [{ step: 'reset', value: amount(0n) }, change]
}

const toApproveCall = ({ token, spender }: ApprovalPlan, from: Address, { value }: ApprovalStep) => ({
  from,
  to: token.address,
  data: encodeApprove(spender, value),
  value: wei(0n),
})

/** Executes a plan, one transaction after the other, each mined before the next, and reads the allowance back. */
export async function executeApproval(
  context: TradeContext,
  input: { chain: Chain; intent: Intent; plan: ApprovalPlan; signer: Signer; patience: FollowLimits; gas: ApprovalGas },
  dialogue: Dialogue,
): Promise<{ intent: Intent; allowance: Amount }> {
  const { chain, plan, signer, patience, gas } = input
  const { gasBudget } = gas

  let intent = input.intent
  for (const one of stepsOf(plan)) {
    const { step } = one
    const payload = await completePayload(chain, toApproveCall(plan, signer.address, one))
    intent = await signAndSend(context, { chain, intent, step, payload, signer, gasBudget }, dialogue)
    intent = await followStep(context, { chain, intent, step }, patience, dialogue)
  }
  const allowance = await fetchAllowance(chain, { token: plan.token, owner: signer.address, spender: plan.spender })
  if (allowance < plan.needed) throw approvalFailure(plan, allowance)
  return { intent, allowance }
}

/** The failure if the allowance is still missing when it is needed. */
export const approvalFailure = ({ token, needed }: Pick<ApprovalPlan, 'token' | 'needed'>, allowance: Amount) =>
  allowanceFailure(
    token,
    allowance,
    needed,
    `swapline approve ${token.listed ? token.symbol : token.address} ${formatDecimal(needed, token.decimals)} -n ${token.network}`,
  )

/** Completes approvals of this intent that a crashed process had signed, before anything else. */
export async function settleApprovals(
  context: TradeContext,
  { chain, intent, patience }: { chain: Chain; intent: Intent; patience: FollowLimits },
  dialogue: Dialogue,
): Promise<Intent> {
  let settled = intent
  for (const step of ['reset', 'approve'] as const) {
    const tx = transactionOf(settled, step)
    if (tx === undefined || tx.conclusion.depth > 0) continue
    settled = await followStep(context, { chain, intent: settled, step }, patience, dialogue)
  }
  return settled
}
