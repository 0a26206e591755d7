import type { TradeContext } from '#app/context'
import { allowanceTooSmall } from '#app/holdings'
import { followStep, type Patience } from '#app/trade/follow'
import { payable } from '#app/trade/payable'
import { signAndSend } from '#app/trade/send'
import type { Signer } from '#domain/accounts'
import { decimalText } from '#domain/decimal'
import { fail } from '#domain/errors'
import type { Chain } from '#domain/ports'
import { type Intent, type Step, transactionOf } from '#domain/swap'
import type { Token } from '#domain/token'
import type { ApprovalPlan, ApproveRequest, Dialogue } from '#domain/trader'
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
  const plan = { token, spender, before, needed }
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

/** Carries a plan out, one transaction after the other, each mined before the next, and reads the result back. */
export async function carryOut(
  context: TradeContext,
  input: { chain: Chain; intent: Intent; plan: ApprovalPlan; signer: Signer; patience: Patience },
  dialogue: Dialogue,
): Promise<{ intent: Intent; allowance: Amount }> {
  const { chain, plan, signer, patience } = input
  const steps: [Step, Amount][] = [['approve', plan.after]]
  if (plan.action === 'reset+approve') steps.unshift(['reset', amount(0n)])

  let intent = input.intent
  for (const [step, value] of plan.action === 'none' ? [] : steps) {
    const call = { from: signer.address, to: plan.token.address, data: encodeApprove(plan.spender, value) }
    const payload = await payable(chain, { ...call, value: wei(0n) })
    intent = await signAndSend(context, { chain, intent, step, payload, signer }, dialogue)
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
