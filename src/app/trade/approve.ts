import type { TradeContext } from '#app/context'
import { allowanceTooSmall } from '#app/holdings'
import { followStep, type Patience } from '#app/trade/follow'
import { callBudget, type GasBudget, requirePriceWithin } from '#app/trade/gas-budget'
import { routerOwner } from '#app/trade/our-router'
import { expectedPrice, payable } from '#app/trade/payable'
import { signAndSend } from '#app/trade/send'
import type { Signer } from '#domain/accounts'
import { decimalText } from '#domain/decimal'
import { fail } from '#domain/errors'
import type { Chain } from '#domain/ports'
import { type Intent, type Step, transactionOf } from '#domain/swap'
import type { Token } from '#domain/token'
import type { ApprovalPlan, ApproveRequest, Dialogue, GasCost } from '#domain/trader'
import { type Address, type Amount, amount, wei } from '#domain/units'
import { encodeApprove, readAllowance } from '#encoding/erc20'

const everything = amount((1n << 256n) - 1n)

/** What one owner's allowance for one spender has to become. */
export interface AllowanceWanted {
  readonly token: Token
  readonly owner: Address
  readonly spender: Address
  readonly needed: Amount
  readonly max: boolean
  readonly reset: ApproveRequest['reset']
}

/**
 * Compares the allowance with what is needed. Exact unless `max`; a larger allowance is left as it is.
 * Whether the token insists on 0 before a change (as USDT does) is tried out with the node, not taken from a list.
 */
export async function planApproval(chain: Chain, wanted: AllowanceWanted): Promise<ApprovalPlan> {
  const { token, owner, spender, needed } = wanted
  const before = await allowanceOf(chain, wanted)
  const after = wanted.max ? everything : needed
  const plan = { token, spender, router: routerOwner(chain.network, spender), before, needed }
  if (before >= needed && !(wanted.max && before < after)) return { ...plan, action: 'none', after: before }
  const resetFirst =
    before > 0n &&
    (wanted.reset === 'always' || (wanted.reset === 'auto' && (await refusesChange(chain, owner, plan, after))))
  return { ...plan, action: resetFirst ? 'reset+approve' : 'approve', after }
}

export async function allowanceOf(
  chain: Chain,
  { token, owner, spender }: Pick<AllowanceWanted, 'token' | 'owner' | 'spender'>,
): Promise<Amount> {
  const read = readAllowance(token.address, owner, spender)
  const [answer] = await chain.read([read])
  if (answer === undefined || answer === '0x')
    throw fail('TOKEN_UNREADABLE', { address: token.address, network: token.network })
  return read.decode(answer)
}

async function refusesChange(
  chain: Chain,
  from: Address,
  { token, spender }: Pick<ApprovalPlan, 'token' | 'spender'>,
  after: Amount,
): Promise<boolean> {
  const call = { from, to: token.address, value: wei(0n) }
  const change = await chain.simulate({ ...call, data: encodeApprove(spender, after) })
  return !change.ok && (await chain.simulate({ ...call, data: encodeApprove(spender, amount(0n)) })).ok
}

/** An approval may take as much gas as thrice the first transaction's estimate: a reset frees a slot, what follows fills one. */
const gasMargin = 3n

/** What the transactions of a plan may cost in gas, and the bounds of each of them. */
export interface ApprovalGas extends GasCost {
  readonly gasBudget: GasBudget
}

/**
 * Bounds the gas of a plan before anyone is asked about it. The second of two transactions cannot be estimated before the
 * first is mined, so it may take what the first may.
 * @throws `ESTIMATE_GAS_FAILED` where the first would fail, `GAS_ABOVE_LIMIT` where the node's price is above the ceiling.
 */
export async function approvalGas(
  chain: Chain,
  { plan, owner, nativeUsd }: { plan: ApprovalPlan; owner: Address; nativeUsd: number | undefined },
): Promise<ApprovalGas> {
  const steps = stepsOf(plan)
  const [first] = steps
  const [estimate, fees] = await Promise.all([
    first === undefined ? 0n : chain.estimateGas(callOf(plan, owner, first)),
    chain.fees(),
  ])
  const gasBudget = callBudget(chain.network, estimate * gasMargin)
  requirePriceWithin(chain.network, fees, gasBudget)
  const count = BigInt(steps.length)
  return {
    gasBudget,
    maxGasCost: wei(gasBudget.maxCost * count),
    expectedGasCost: wei(estimate * expectedPrice(fees) * count),
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

const callOf = ({ token, spender }: ApprovalPlan, from: Address, { value }: ApprovalStep) => ({
  from,
  to: token.address,
  data: encodeApprove(spender, value),
  value: wei(0n),
})

/** Carries a plan out, one transaction after the other, each mined before the next, and reads the result back. */
export async function carryOut(
  context: TradeContext,
  input: { chain: Chain; intent: Intent; plan: ApprovalPlan; signer: Signer; patience: Patience; gas: ApprovalGas },
  dialogue: Dialogue,
): Promise<{ intent: Intent; allowance: Amount }> {
  const { chain, plan, signer, patience, gas } = input
  const { gasBudget } = gas

  let intent = input.intent
  for (const one of stepsOf(plan)) {
    const { step } = one
    const payload = await payable(chain, callOf(plan, signer.address, one))
    intent = await signAndSend(context, { chain, intent, step, payload, signer, gasBudget }, dialogue)
    intent = await followStep(context, { chain, intent, step }, patience, dialogue)
  }
  const allowance = await allowanceOf(chain, { token: plan.token, owner: signer.address, spender: plan.spender })
  if (allowance < plan.needed) throw tooSmall(plan, allowance)
  return { intent, allowance }
}

/** The failure of an allowance that is not there when it is needed. */
export const tooSmall = ({ token, needed }: Pick<ApprovalPlan, 'token' | 'needed'>, allowance: Amount) =>
  allowanceTooSmall(
    token,
    allowance,
    needed,
    `swapline approve ${token.listed ? token.symbol : token.address} ${decimalText(needed, token.decimals)} -n ${token.network}`,
  )

/** Approvals of this intent that a process which died had signed are brought to their end before anything else. */
export async function settleApprovals(
  context: TradeContext,
  { chain, intent, patience }: { chain: Chain; intent: Intent; patience: Patience },
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
