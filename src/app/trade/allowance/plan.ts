import type { TradeContext } from '#app/context'
import { busyFailure, type Waiting } from '#app/trade/allowance/lock'
import {
  type AllowanceState,
  type AllowanceTarget,
  isAtNode,
  type PendingUse,
  readAllowanceState,
  readMostAllowed,
  sumSells,
  sumTakes,
} from '#app/trade/allowance/pending'
import { getRouterOwner } from '#app/trade/checks/our-router'
import { followStep } from '#app/trade/steps/follow'
import { refreshStep } from '#app/trade/steps/refresh'
import type { Chain } from '#domain/chain/port'
import { SwapError } from '#domain/errors'
import type { Quote } from '#domain/quotes/quote'
import type { ApprovalPlan, Dialogue } from '#domain/trade/dialogue'
import type { ApproveRequest, SwapRequest } from '#domain/trade/trader'
import { type Address, type Amount, amount, wei } from '#domain/units'
import { encodeApprove } from '#encoding/tokens/erc20'

const maxAllowance = amount((1n << 256n) - 1n)

/** The allowance that one owner has to give one spender. */
export interface AllowanceRequest extends AllowanceTarget {
  /** 0 revokes it. */
  readonly needed: Amount
  readonly max: boolean
  readonly reset: ApproveRequest['reset']
  readonly lower?: boolean | undefined
  /** The allowance will come as a signature: its nonce must not be that of another one under way. */
  readonly permit: boolean
  /** `needed` is sold afterwards, so swaps under way must leave as much. */
  readonly sells: boolean
  /** How long to wait for transactions that have to be mined first. */
  readonly waiting: Waiting
}

/**
 * Compares the allowance, less what signed swaps will still take of it, with the needed amount. Exact unless `max`; a
 * larger allowance is left as it is unless it is to be lowered. The caller holds the lock on this token's allowances.
 *
 * An account's transactions are executed in the order of their nonces: an approval that is signed now is executed after
 * every swap that was signed before, so it sets what is needed and adds nothing for them. What it must not do is race an
 * approval that is still pending, so that one is waited for.
 * What is to be taken back is the most that any endpoint shows: one alone could hide it.
 * @throws `ALLOWANCE_BUSY` if it is not mined until the wait ends
 */
export async function planApproval(
  context: TradeContext,
  chain: Chain,
  wanted: AllowanceRequest,
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<ApprovalPlan> {
  const state = await settlePending(context, chain, wanted, dialogue)
  if (wanted.needed > 0n) return compareState(chain, wanted, state)
  return compareState(chain, wanted, { ...state, allowance: await readMostAllowed(context, chain, wanted) })
}

const compareState = (
  chain: Chain,
  wanted: Omit<AllowanceRequest, 'waiting'>,
  { allowance: before, pending }: AllowanceState,
): Promise<ApprovalPlan> => compareAllowance(chain, wanted, { before, reserved: minAmount(before, sumTakes(pending)) })

/**
 * What an allowance as it was read still lacks. @param now `reserved`: what swaps under way will take of it
 */
export async function compareAllowance(
  chain: Chain,
  wanted: AllowanceTarget & Pick<AllowanceRequest, 'needed' | 'max' | 'reset' | 'lower'>,
  { before, reserved }: { readonly before: Amount; readonly reserved: Amount },
): Promise<ApprovalPlan> {
  const { token, owner, spender, needed } = wanted
  const plan = { token, spender, router: getRouterOwner(chain.network, spender), before, reserved, needed }
  if (needed === 0n) return { ...plan, action: before === 0n ? 'none' : 'revoke', after: needed }

  const after = wanted.max ? maxAllowance : needed
  const resetsAlways = wanted.reset === 'always' && before > 0n
  const lowers = wanted.lower === true && before - reserved > after
  const raises = wanted.max && before < after
  if (isSufficient(plan) && !raises && !lowers && !resetsAlways) return { ...plan, action: 'none', after: before }
  const resetFirst =
    resetsAlways || (before > 0n && wanted.reset === 'auto' && (await needsReset(chain, owner, plan, after)))
  return { ...plan, action: resetFirst ? 'reset+approve' : 'approve', after }
}

/** The allowance that a quote's swap needs. The caller holds the lock on this token's allowances. */
export const planSaleAllowance = (
  context: TradeContext,
  { waiting, ...input }: SaleInput & Pick<AllowanceRequest, 'waiting'>,
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<ApprovalPlan> => planApproval(context, input.chain, { ...toSaleRequest(input), waiting }, dialogue)

/**
 * The same without the lock, and without waiting for what is under way.
 * @returns `isSettled`: nothing that was signed will change the plan
 */
export async function previewSaleAllowance(
  context: TradeContext,
  input: SaleInput,
): Promise<{ readonly plan: ApprovalPlan; readonly isSettled: boolean }> {
  const wanted = toSaleRequest(input)
  const state = await readAllowanceState(context, input.chain, wanted)
  return { plan: await compareState(input.chain, wanted, state), isSettled: state.pending.length === 0 }
}

function toSaleRequest({ quote, owner, request }: SaleInput): Omit<AllowanceRequest, 'waiting'> {
  const { approve } = request
  return {
    token: quote.sell,
    owner,
    spender: quote.router,
    needed: quote.request.sellAmount,
    max: approve === 'max',
    reset: 'auto',
    permit: approve === 'permit',
    sells: true,
  }
}

interface SaleInput {
  readonly chain: Chain
  readonly quote: Quote
  readonly owner: Address
  readonly request: Pick<SwapRequest, 'approve'>
}

/** Whether the allowance covers the need in addition to the swaps under way. */
export const isSufficient = ({
  before,
  reserved = amount(0n),
  needed,
}: Pick<ApprovalPlan, 'before' | 'reserved' | 'needed'>): boolean => before - reserved >= needed

/**
 * Whether the token requires a reset to 0 first (as USDT does) is simulated, not taken from a list.
 */
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

/** How often the state is read before swaps under way cost an approval. */
const shortReadings = 3

/** The state in which a plan can be made: follows what has to be executed before. @throws `ALLOWANCE_BUSY`. */
async function settlePending(
  context: TradeContext,
  chain: Chain,
  wanted: AllowanceRequest,
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<AllowanceState> {
  const { clock } = context
  let state = await excludeVoid(context, chain, wanted)
  let readings = 1
  for (;;) {
    const blocking = await findBlocking(chain, state, wanted)
    if (blocking === undefined) {
      if (readings >= shortReadings || !isShortByPending(state, wanted)) return state
    } else {
      const leftSeconds = (wanted.waiting.until - clock.elapsed()) / 1000
      if (leftSeconds <= 0) throw busyFailure(wanted.token, wanted.waiting, blocking.intent.id)
      dialogue.tell({ what: 'allowance-wait', token: wanted.token })
      await followPending(context, chain, blocking, leftSeconds, wanted)
    }
    readings++
    await clock.sleep(Math.min(1000, Math.max(100, chain.network.blockTimeMs / 4))) // an endpoint may lag behind
    state = await readAllowanceState(context, chain, wanted)
  }
}

/**
 * Whether it would do but for swaps under way. A swap that was mined between the readings of the nonce and of the
 * allowance is counted twice, and an approval for it would be paid for nothing: a later reading tells.
 */
const isShortByPending = ({ allowance, pending }: AllowanceState, { needed }: AllowanceRequest): boolean =>
  allowance >= needed && allowance - minAmount(allowance, sumTakes(pending)) < needed

/** Bytes that no node has are not waited for: whatever is signed next takes their nonce. */
async function findBlocking(
  chain: Chain,
  state: AllowanceState,
  wanted: AllowanceRequest,
): Promise<PendingUse | undefined> {
  for (const one of state.pending)
    if (mustBeMinedFirst(one, state, wanted) && (await isAtNode(chain, one.tx))) return one
  return undefined
}

function mustBeMinedFirst(
  { kind, sells }: PendingUse,
  { balance, pending }: AllowanceState,
  { needed, permit, sells: isSale }: AllowanceRequest,
): boolean {
  if (kind === 'approval' || (kind === 'permit' && permit)) return true
  return isSale && sells > 0n && balance >= needed && balance < needed + sumSells(pending)
}

/** The state, after the chain was asked about swaps past their deadline: they may be void, and take nothing then. */
async function excludeVoid(context: TradeContext, chain: Chain, wanted: AllowanceRequest): Promise<AllowanceState> {
  const state = await readAllowanceState(context, chain, wanted)
  const now = context.clock.now()
  const late = state.pending.filter(({ intent: { trade } }) => trade !== undefined && trade.deadline < now)
  if (late.length === 0) return state
  for (const { intent, tx } of late) await refreshStep(context, { chain, intent, step: tx.step }, 'all')
  return readAllowanceState(context, chain, wanted)
}

/** Failures after which a transaction takes nothing any more, or has taken it. */
const settledCodes: ReadonlySet<string> = new Set([
  'REVERTED',
  'REPLACED',
  'CANCELLED',
  'DEADLINE_PASSED',
  'RECEIVED_UNKNOWN',
])

async function followPending(
  context: TradeContext,
  chain: Chain,
  { intent, tx }: PendingUse,
  timeoutSeconds: number,
  { token, waiting }: AllowanceRequest,
): Promise<void> {
  try {
    const limits = { confirmations: 1, timeoutSeconds }
    await followStep(context, { chain, intent, step: tx.step }, limits, silent)
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    if (settledCodes.has(error.code)) return
    if (error.code === 'PENDING' || error.code === 'OUTCOME_UNKNOWN') throw busyFailure(token, waiting, intent.id)
    throw error
  }
}

/** Progress of another command's transaction is not this one's. */
const silent = { tell: () => undefined }

const minAmount = (a: Amount, b: Amount): Amount => (a < b ? a : b)
