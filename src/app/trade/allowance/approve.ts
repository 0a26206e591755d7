import type { TradeContext } from '#app/context'
import { overrideFees } from '#app/fee-overrides'
import { allowanceFailure } from '#app/holdings'
import { readBack } from '#app/trade/allowance/read-back'
import { createApprovalBudget, type UserLimits } from '#app/trade/allowance/user-limits'
import { requireAccepted } from '#app/trade/steps/accepted'
import { addGasMargin, completePayload, expectedPriceOf } from '#app/trade/steps/complete-payload'
import { type FollowLimits, followStep } from '#app/trade/steps/follow'
import { signAndSend } from '#app/trade/steps/send'
import type { Chain } from '#domain/chain/port'
import { fail, isFailure } from '#domain/errors'
import { formatDecimal } from '#domain/format-decimal'
import { furtherKey, listFurther } from '#domain/journal/further-approvals'
import { type GasBudget, type Intent, type Step, transactionOf } from '#domain/journal/swap'
import type { FeeOverrides, Payload } from '#domain/payload'
import { formatTokenWord } from '#domain/token'
import type { Signer } from '#domain/trade/accounts'
import type { ApprovalPlan, Dialogue, GasCost, SigningDialogue } from '#domain/trade/dialogue'
import { type Address, type Amount, amount, gas, wei } from '#domain/units'
import { encodeApprove } from '#encoding/tokens/erc20'

/**
 * Gas limit of an approval as a multiple of the first transaction's estimate: a reset frees a slot, the next call fills
 * one.
 */
const gasMargin = 3n

/** The gas cost of a plan's transactions, and the limits of each. */
export interface ApprovalGas extends GasCost {
  readonly gasBudget: GasBudget
  /** The user's own fees, in place of the chain's. */
  readonly fees?: FeeOverrides | undefined
}

interface PlanToBound {
  readonly plan: ApprovalPlan
  readonly owner: Address
  readonly nativeUsd: number | undefined
  /** Of the swap that it is for, if the same command signs that. */
  readonly limits?: UserLimits | undefined
}

/**
 * Limits the gas of a plan before the user is asked to confirm. The second of two transactions cannot be estimated
 * before the first is mined, so it gets the limit of the first.
 * @throws `ESTIMATE_GAS_FAILED` if the first would fail, `GAS_ABOVE_LIMIT` if the node's price is above the ceiling, or what
 *   the user allows is too little for the plan and the swap.
 */
export async function boundApprovalGas(
  chain: Chain,
  { plan, owner, nativeUsd, limits }: PlanToBound,
): Promise<ApprovalGas> {
  const steps = stepsOf(plan)
  const [first] = steps
  const { network } = chain
  const [estimate, fees] = await Promise.all([
    first === undefined ? 0n : estimateStep(chain, { plan, owner, first }),
    chain.fees(),
  ])
  const count = BigInt(steps.length)
  const gasOfEach = { maxGas: estimate * gasMargin, usualGas: addGasMargin(estimate, network) }
  const gasBudget = createApprovalBudget({ network, fees, count, ...gasOfEach }, limits)
  const expected = estimate * expectedPriceOf(overrideFees(fees, limits?.fees)) * count
  const maxGasCost = gasBudget.maxCost * count
  return {
    gasBudget,
    maxGasCost: wei(maxGasCost),
    expectedGasCost: wei(expected < maxGasCost ? expected : maxGasCost),
    nativeUsd,
    fees: limits?.fees,
  }
}

/** @throws `ESTIMATE_GAS_FAILED`, with the remedy if it is the token that refuses an allowance of 0. */
async function estimateStep(
  chain: Chain,
  { plan, owner, first }: { readonly plan: ApprovalPlan; readonly owner: Address; readonly first: ApprovalStep },
): Promise<bigint> {
  const call = toApproveCall(plan, owner, first)
  try {
    return await chain.estimateGas(call)
  } catch (error) {
    const isRefused = plan.action === 'revoke' && isFailure(error, 'ESTIMATE_GAS_FAILED')
    if (!isRefused || (await chain.simulate(call)).ok) throw error
    const { token, router } = plan
    throw fail('ESTIMATE_GAS_FAILED', {
      check: 'simulation',
      reason: `${token.symbol} refuses an allowance of 0.`,
      fix:
        router === 'ours'
          ? `make it as small as can be: swapline approve ${formatTokenWord(token)} raw:1 --lower -n ${token.network}`
          : 'the contract of the token decides: ask its makers how an allowance is taken back',
    })
  }
}

interface ApprovalStep {
  readonly step: Step
  readonly value: Amount
}

function stepsOf({ action, after }: ApprovalPlan): readonly ApprovalStep[] {
  if (action === 'none') return []
  if (action === 'revoke') return [{ step: 'revoke', value: amount(0n) }]
  const change = { step: 'approve', value: after } as const
  return action === 'approve' ? [change] : [{ step: 'reset', value: amount(0n) }, change]
}

const toApproveCall = ({ token, spender }: ApprovalPlan, from: Address, { value }: ApprovalStep) => ({
  from,
  to: token.address,
  data: encodeApprove(spender, value),
  value: wei(0n),
})

interface ApprovalInput {
  readonly chain: Chain
  readonly intent: Intent
  readonly plan: ApprovalPlan
  readonly signer: Signer
  readonly patience: FollowLimits
  readonly gas: ApprovalGas
}

/**
 * Executes a plan, one transaction after the other, each mined before the next, and reads the allowance back. An intent
 * signs each step once: if it has before, the plan is an intent of its own, and the given one is returned as it is.
 */
export async function executeApproval(
  context: TradeContext,
  input: ApprovalInput,
  dialogue: SigningDialogue,
): Promise<{ intent: Intent; allowance: Amount }> {
  const { plan } = input
  const { carrier, current } = await signSteps(context, input, dialogue, true)
  const mined = current.transactions.at(-1)?.mined
  const allowance = await readBack(context, input.chain, { ...plan, owner: input.signer.address, mined })
  if (allowance < plan.needed) throw approvalFailure(plan, allowance)
  if (plan.action === 'revoke' && allowance > 0n) throw unrevokedFailure(plan, allowance)
  return { intent: carrier.id === input.intent.id ? current : input.intent, allowance }
}

/** As {@link executeApproval}, but returns once a node has the last transaction; nothing is read back. */
export async function sendApproval(
  context: TradeContext,
  input: ApprovalInput,
  dialogue: SigningDialogue,
): Promise<Intent> {
  const { current } = await signSteps(context, input, dialogue, false)
  const [step = 'approve'] = stepsOf(input.plan)
    .slice(-1)
    .map((one) => one.step)
  return requireAccepted({ intent: current, step })
}

async function signSteps(
  context: TradeContext,
  { chain, intent, plan, signer, patience, gas: { gasBudget, fees } }: ApprovalInput,
  dialogue: SigningDialogue,
  followsLast: boolean,
): Promise<{ readonly carrier: Intent; readonly current: Intent }> {
  const steps = stepsOf(plan)
  const carrier = await openCarrier(context, intent, steps)
  let current = carrier
  for (const [i, one] of steps.entries()) {
    const { step } = one
    const call = toApproveCall(plan, signer.address, one)
    const offered = overrideFees(await chain.fees(call), fees)
    const payload = addSlotGas(plan, await completePayload(chain, call, offered))
    current = await signAndSend(context, { chain, intent: current, step, payload, signer, gasBudget }, dialogue)
    if (followsLast || i < steps.length - 1)
      current = await followStep(context, { chain, intent: current, step }, patience, dialogue)
  }
  return { carrier, current }
}

/** Setting a slot that is 0 costs this much more than changing another one. Source: EIP-2200, EIP-2929. */
const emptySlotGas = 20_000n

/** Swaps under way may use up the allowance before this is executed: the node estimated a change, not a first value. */
function addSlotGas({ reserved = amount(0n) }: ApprovalPlan, payload: Payload): Payload {
  if (reserved === 0n) return payload
  return { ...payload, gasLimit: gas(payload.gasLimit + addGasMargin(emptySlotGas, {})) }
}

/** The failure if the allowance is still missing when it is needed. */
export const approvalFailure = ({ token, needed }: Pick<ApprovalPlan, 'token' | 'needed'>, allowance: Amount) =>
  allowanceFailure(
    token,
    allowance,
    needed,
    `swapline approve ${formatTokenWord(token)} ${formatDecimal(needed, token.decimals)} -n ${token.network}`,
  )

const unrevokedFailure = ({ token, spender }: ApprovalPlan, allowance: Amount) =>
  fail(
    'CHECK_FAILED',
    {
      reason: `The revocation was mined, but ${token.symbol} still lets ${spender} take ${formatDecimal(allowance, token.decimals)}.`,
    },
    { sent: true },
  )

/**
 * Completes approvals of this intent that a crashed process had signed, before anything else. One whose nonce another
 * transaction took is left behind: it cannot be mined any more.
 */
export async function settleApprovals(
  context: TradeContext,
  { chain, intent, patience }: { chain: Chain; intent: Intent; patience: FollowLimits },
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<Intent> {
  let settled = intent
  for (const step of ['reset', 'approve', 'revoke'] as const) {
    const tx = transactionOf(settled, step)
    if (tx === undefined || tx.conclusion.depth > 0) continue
    try {
      settled = await followStep(context, { chain, intent: settled, step }, patience, dialogue)
    } catch (error) {
      if (!isFailure(error, 'REPLACED')) throw error
    }
  }
  for (const further of await listFurther(context, intent))
    await settleApprovals(context, { chain, intent: further, patience }, dialogue)
  return settled
}

/**
 * The intent that signs a plan: the last one of the given one and its further ones, or another one if that has signed a step
 * of the plan before. So they are in the order in which they signed.
 */
export const openApproval = (
  context: Pick<TradeContext, 'journal' | 'uuid' | 'clock'>,
  intent: Intent,
  plan: ApprovalPlan,
): Promise<Intent> => openCarrier(context, intent, stepsOf(plan))

async function openCarrier(
  context: Pick<TradeContext, 'journal' | 'uuid' | 'clock'>,
  intent: Intent,
  steps: readonly ApprovalStep[],
): Promise<Intent> {
  const further = await listFurther(context, intent)
  const last = further.at(-1) ?? intent
  if (steps.every(({ step }) => transactionOf(last, step) === undefined)) return last
  const { network, chainId, from } = intent
  return context.journal.open({
    id: context.uuid(),
    key: furtherKey(intent, further.length),
    kind: 'approve',
    network,
    chainId,
    from,
    at: context.clock.now(),
  })
}
