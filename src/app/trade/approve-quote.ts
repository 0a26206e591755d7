import {
  boundApprovalGas,
  executeApproval,
  openApproval,
  sendApproval,
  settleApprovals,
} from '#app/trade/allowance/approve'
import { startWaiting, type Waiting, withAllowanceLock } from '#app/trade/allowance/lock'
import { fetchQuoteToApprove } from '#app/trade/allowance/of-quote'
import { buildPermitRequest } from '#app/trade/allowance/permit'
import { type AllowanceRequest, planApproval } from '#app/trade/allowance/plan'
import { checkAccountKind } from '#app/trade/checks/account-kind'
import { exactApprovalFailure, requireRouter } from '#app/trade/checks/our-router'
import { withOutcome } from '#app/trade/steps/outcome'
import type { SwapContext } from '#app/trade/swap-parts/run'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import { findLatestApproval } from '#domain/journal/further-approvals'
import { accountApprovalKey, quoteApprovalKey } from '#domain/journal/quote-keys'
import type { Intent } from '#domain/journal/swap'
import type { Token } from '#domain/token'
import type { Account, Signer } from '#domain/trade/accounts'
import type { ApprovalPlan, Dialogue } from '#domain/trade/dialogue'
import type { ApprovalOutcome, ApproveRequest } from '#domain/trade/trader'
import { type Address, type Amount, amount, nativeToken, seconds } from '#domain/units'
import { getRouter } from '#encoding/contracts/router'

/** Lifetime of a signed approval in seconds: equals the longest deadline of a payload. */
const permitLifeSeconds = 900

/** Lets our router spend a token: exactly what a quote sells, or the requested amount. */
export async function approve(
  context: SwapContext,
  request: ApproveRequest,
  dialogue: Dialogue,
): Promise<ApprovalOutcome> {
  const account = await context.accounts.find(request.account)
  const signer = context.accounts.signer(account)
  const wanted = await resolveApproval(context, request, signer.address)
  const { token, needed } = wanted
  await findEarlier(context, wanted, dialogue)
  if (token.address === nativeToken)
    throw fail('USAGE', {
      reason: `${token.symbol} is the native currency: it needs no approval.`,
      fix: 'swap it at once: swapline swap <quote>',
    })

  const chain = await context.chain(token.network)
  checkAccountKind(account, chain.network)
  const spender = wanted.router ?? getRouter(chain.network).address
  // An allowance can be taken back from any address.
  const whose = needed === 0n ? 'ours' : await requireRouter(chain, spender, request.trustedRouter)
  if (whose === 'trusted' && (request.max || request.permit)) throw exactApprovalFailure()
  const waiting = startWaiting(context.clock, request.timeoutSeconds)
  const user = { chainId: chain.network.chainId, account: signer.address, token, waiting }
  return withAllowanceLock(context, user, dialogue, () =>
    carryOutApproval(
      context,
      { request, wanted, chain, account, signer, spender, waiting },
      whileUsable(wanted, dialogue),
    ),
  )
}

interface ApprovalRun {
  readonly request: ApproveRequest
  readonly wanted: ApprovalRequest
  readonly chain: Chain
  readonly account: Account
  readonly signer: Signer
  readonly spender: Address
  readonly waiting: Waiting
}

/**
 * Signs nothing for a quote that was used or expired since: it may have waited for a lock, for the user, and for the first
 * of two transactions.
 */
const whileUsable = ({ requireUsable }: ApprovalRequest, dialogue: Dialogue): Dialogue => ({
  ...dialogue,
  async beforeSigning() {
    await dialogue.beforeSigning?.()
    await requireUsable()
  },
})

/** Plans, confirms, signs and follows. The caller holds the lock on the token's allowances. */
async function carryOutApproval(context: SwapContext, run: ApprovalRun, dialogue: Dialogue): Promise<ApprovalOutcome> {
  const { request, wanted, chain, signer } = run
  const patience = { confirmations: request.confirmations, timeoutSeconds: request.timeoutSeconds }
  const earlier = await findEarlier(context, wanted, dialogue)
  if (earlier !== undefined) {
    await withOutcome(context, earlier.latest.id, () =>
      settleApprovals(context, { chain, intent: earlier.first, patience }, dialogue),
    )
  }
  await wanted.requireUsable() // by now another process may have swapped it, and its allowance is used up
  const plan = await planApproval(context, chain, toAllowanceRequest(run), dialogue)
  if (request.permit) return signPermit(context, run, plan)
  dialogue.tell({ what: 'approval', plan })
  if (plan.action === 'none') return { plan, allowance: plan.before, intent: earlier?.latest }

  // display only: an approval must not fail because its gas cannot be priced in dollars
  const nativeUsd = await context.ownView?.nativeUsd(chain).catch(() => undefined)
  const gas = await boundApprovalGas(chain, { plan, owner: signer.address, nativeUsd })
  await dialogue.confirmApproval(plan, gas, run.account)
  const intent = await openIntent(context, run, plan, earlier?.first)
  dialogue.tell({ what: 'intent', id: intent.id })
  const input = { chain, intent, plan, signer, patience, gas }
  const done = await withOutcome(context, intent.id, async () =>
    request.wait
      ? await executeApproval(context, input, dialogue)
      : { intent: await sendApproval(context, input, dialogue), allowance: undefined },
  )
  return { plan, ...done }
}

interface EarlierApprovals {
  readonly first: Intent
  /** The last one that was signed: what a failure is about, and what may still be under way. */
  readonly latest: Intent
}

/** The intents of earlier runs. The latest is told at once: whatever ends this run, its approval may have been sent. */
async function findEarlier(
  { journal }: Pick<SwapContext, 'journal'>,
  { key }: ApprovalRequest,
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<EarlierApprovals | undefined> {
  const first = key === undefined ? undefined : await journal.findByKey(key)
  if (first === undefined) return undefined
  const latest = await findLatestApproval({ journal }, first)
  dialogue.tell({ what: 'intent', id: latest.id })
  return { first, latest }
}

const toAllowanceRequest = ({ request, wanted, signer, spender, waiting }: ApprovalRun): AllowanceRequest => ({
  token: wanted.token,
  owner: signer.address,
  spender,
  needed: wanted.needed,
  max: request.max,
  reset: request.reset,
  lower: request.lower,
  permit: request.permit,
  sells: false,
  waiting,
})

async function signPermit(
  context: SwapContext,
  { wanted: { token, needed, requireUsable }, chain, signer, spender }: ApprovalRun,
  plan: ApprovalPlan,
): Promise<ApprovalOutcome> {
  const deadline = seconds(context.clock.now() + permitLifeSeconds)
  const asked = { token, owner: signer.address, spender, value: needed, deadline }
  const permit = await buildPermitRequest(chain, asked)
  await signer.unlock() // a person may take a while to type
  await requireUsable()
  const signature = await signer.signPermit(permit, token.network)
  return { plan, allowance: undefined, intent: undefined, permit: { signature, request: permit } }
}

/** The approvals signed earlier were settled and were not sufficient: this is another one, found by theirs. */
async function openIntent(
  context: SwapContext,
  { wanted, chain, signer }: ApprovalRun,
  plan: ApprovalPlan,
  earlier: Intent | undefined,
): Promise<Intent> {
  if (earlier !== undefined) return openApproval(context, earlier, plan)
  const id = context.uuid()
  const draft = {
    id,
    kind: 'approve',
    network: wanted.token.network,
    chainId: chain.network.chainId,
    from: signer.address,
    at: context.clock.now(),
  } as const
  const opened = await context.journal.open({ ...draft, key: wanted.key ?? id })
  // another account may have opened the quote's first one meanwhile
  if (opened.from === signer.address || wanted.quoteId === undefined) return opened
  return context.journal.open({ ...draft, key: accountApprovalKey(wanted.quoteId, signer.address) })
}

interface ApprovalRequest {
  readonly token: Token
  readonly needed: Amount
  /** An approval for a quote is one intent of an account, however often it is requested. */
  readonly key: string | undefined
  readonly quoteId?: string
  /** The quote's router. */
  readonly router?: Address
  /** @throws as `fetchQuoteToApprove` does, if it is for a quote */
  readonly requireUsable: () => Promise<unknown>
}

async function resolveApproval(context: SwapContext, { of }: ApproveRequest, owner: Address): Promise<ApprovalRequest> {
  if (!('quoteId' in of))
    return { token: of.token, needed: amount(of.amount), key: of.key, requireUsable: async () => undefined }
  const { id, sell, request, router } = await fetchQuoteToApprove(context, of, owner)
  const requireUsable = () => fetchQuoteToApprove(context, { ...of, quoteId: id }, owner)
  const key = await findApprovalKey(context, id, owner)
  return { token: sell, needed: request.sellAmount, key, quoteId: id, router, requireUsable }
}

/** Of the account's own approval for a quote: the quote may name no account, and another one may have approved it before. */
async function findApprovalKey({ journal }: SwapContext, quoteId: string, owner: Address): Promise<string> {
  const first = await journal.findByKey(quoteApprovalKey(quoteId))
  return first === undefined || first.from === owner ? quoteApprovalKey(quoteId) : accountApprovalKey(quoteId, owner)
}
