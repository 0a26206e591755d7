import type { TradeContext } from '#app/context'
import { boundApprovalGas, executeApproval } from '#app/trade/allowance/approve'
import { listWithStates } from '#app/trade/allowance/list'
import { startWaiting, type Waiting, withAllowanceLock } from '#app/trade/allowance/lock'
import { findOpenGrants } from '#app/trade/allowance/open-grants'
import { findAwaited, isAtNode, listOpenSteps, readAfterNonce } from '#app/trade/allowance/pending'
import { planApproval } from '#app/trade/allowance/plan'
import { readBack } from '#app/trade/allowance/read-back'
import { checkAccountKind } from '#app/trade/checks/account-kind'
import type { FairQuoteContext } from '#app/trade/checks/fair-quote'
import { getRouterOwner } from '#app/trade/checks/our-router'
import type { FollowLimits } from '#app/trade/steps/follow'
import { outcome } from '#app/trade/steps/outcome'
import type { Chain } from '#domain/chain/port'
import { SwapError } from '#domain/errors'
import { callOutcomeOf } from '#domain/journal/call-outcome'
import { type Intent, type JournalTx, purposeOf } from '#domain/journal/swap'
import type { Signer } from '#domain/trade/accounts'
import type {
  AllowancesRequest,
  KnownAllowance,
  PlannedRevocation,
  Revocation,
  RevocationList,
  RevokeDialogue,
  RevokeRequest,
} from '#domain/trade/allowances'
import type { ApprovalPlan, Dialogue } from '#domain/trade/dialogue'
import { type Amount, amount } from '#domain/units'

export type RevokeContext = TradeContext & Pick<FairQuoteContext, 'ownView'>

/**
 * Takes back every allowance that the request covers and that is not 0, or that an approval under way is about to give:
 * shows all of them and asks once, then one transaction and one intent each. What one of them fails with is part of its
 * row, and the next one follows. Approvals that could give it again, as those in files, are named.
 * @throws `DECLINED`, `CONFIRM_NEEDED`, and what prevents the list itself.
 */
export async function revoke(
  context: RevokeContext,
  request: RevokeRequest,
  dialogue: RevokeDialogue,
): Promise<RevocationList> {
  const account = await context.accounts.find(request.account)
  const signer = context.accounts.signer(account)
  const chain = await context.chain(request.network)
  checkAccountKind(account, chain.network)
  const { given, unread, known, executed } = await listGiven(context, chain, { ...request, owner: signer.address })
  const end = async (revocations: readonly Revocation[]): Promise<RevocationList> => {
    const used = revocations.flatMap(({ intent }) => intent?.transactions ?? []).filter(isInBlock)
    const nonce = Math.max(executed, ...used.map((tx) => tx.nonce + 1))
    const targets = known.map(({ token, spender }) => ({ token: token.address, spender }))
    const search = { network: request.network, owner: signer.address, nonce, targets }
    return { revocations, unread, grants: await findOpenGrants(context, search) }
  }
  if (given.length === 0) return end([])

  // display only
  const nativeUsd = await context.ownView?.nativeUsd(chain).catch(() => undefined)
  const estimates = await Promise.all(given.map((one) => estimateRevocation(chain, signer, one, nativeUsd)))
  const possible = estimates.flatMap((one) => (one.planned === undefined ? [] : [one.planned]))
  if (possible.length > 0) await dialogue.confirmRevocations(possible)
  const limits = { confirmations: request.confirmations, timeoutSeconds: request.timeoutSeconds }
  const waiting = startWaiting(context.clock, request.timeoutSeconds)
  const done: Revocation[] = []
  for (const { known, failure } of estimates)
    done.push(
      failure === undefined
        ? await revokeKnown(context, { chain, signer, limits, nativeUsd, known, waiting }, dialogue)
        : { ...known, after: known.allowance, failure },
    )
  return end(done)
}

const isInBlock = ({ conclusion }: JournalTx): boolean => conclusion.depth > 0

/**
 * What is given, with what the journal's approvals are about to give: they may wait for a block, or be in one that the
 * endpoint that was read from has not reached.
 */
async function listGiven(context: RevokeContext, chain: Chain, request: AllowancesRequest) {
  const { network, owner } = request
  const read = (at: number) => listWithStates(context, request, at)
  const { allowances, unread, executed } = await readAfterNonce(context, chain, owner, read)
  const steps = await listOpenSteps(context, { network, owner, executed })
  const atNode = await Promise.all(steps.map(({ tx }) => isAtNode(chain, tx)))
  const open = steps.filter((_, i) => atNode[i])
  const most = allowances.map((one) => {
    const awaited = findAwaited(open, one)
    return awaited > one.allowance ? { ...one, allowance: awaited } : one
  })
  return { given: most.filter(({ allowance }) => allowance > 0n), unread, known: allowances, executed }
}

interface Estimate {
  readonly known: KnownAllowance
  readonly planned?: PlannedRevocation
  /** A token may refuse it. */
  readonly failure?: SwapError
}

async function estimateRevocation(
  chain: Chain,
  signer: Signer,
  known: KnownAllowance,
  nativeUsd: number | undefined,
): Promise<Estimate> {
  const plan = toRevokePlan(chain, known)
  try {
    return { known, planned: { plan, gas: await boundApprovalGas(chain, { plan, owner: signer.address, nativeUsd }) } }
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    return { known, failure: error }
  }
}

const toRevokePlan = ({ network }: Chain, { token, spender, allowance }: KnownAllowance): ApprovalPlan => {
  const [router, after] = [getRouterOwner(network, spender), amount(0n)]
  return { action: 'revoke', token, spender, router, before: allowance, needed: after, after }
}

interface RevocationInput {
  readonly chain: Chain
  readonly signer: Signer
  readonly limits: FollowLimits
  readonly nativeUsd: number | undefined
  readonly known: KnownAllowance
  /** That of the command, if it has begun. */
  readonly waiting?: Waiting
}

/** Never throws a failure: it belongs to this allowance alone. */
async function revokeKnown(
  context: RevokeContext,
  input: RevocationInput,
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<Revocation> {
  const { known } = input
  let id: string | undefined
  const onIntent = (opened: string): void => {
    id = opened
  }
  try {
    return { ...known, ...(await revokeAllowance(context, { ...input, onIntent }, dialogue)) }
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    if (id === undefined) return { ...known, after: known.allowance, failure: error }
    const intent = await context.journal.find(id)
    const failure = await outcome(context, id, error)
    const after = (await findLeft(context, input, intent)) ?? known.allowance
    return { ...known, after, failure, ...(intent === undefined ? {} : { intent }) }
  }
}

/** What a revocation left that was mined, though it failed here, as by the same call of another program; read where it was. */
async function findLeft(
  context: RevokeContext,
  { chain, signer, known }: RevocationInput,
  intent: Intent | undefined,
): Promise<Amount | undefined> {
  const conclusion = intent && purposeOf(intent)?.conclusion
  if (conclusion === undefined || callOutcomeOf(conclusion) !== 'made') return undefined
  const mined = conclusion.receipt ?? conclusion.replacedBy
  const { token, spender } = known
  try {
    return await readBack(context, chain, { token, spender, owner: signer.address, needed: amount(0n), mined })
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    return undefined // the failure is told, not this one
  }
}

/**
 * Sets one allowance to 0, for any spender, and reads it back.
 * @param input.onIntent called before anything is signed
 */
export async function revokeAllowance(
  context: TradeContext,
  input: RevocationInput & { readonly onIntent: (id: string) => void },
  dialogue: Pick<Dialogue, 'tell'>,
): Promise<{ readonly after: Amount; readonly intent?: Intent }> {
  const { chain, signer, limits, known, nativeUsd } = input
  const { token, spender } = known
  const owner = signer.address
  const { chainId } = chain.network
  const { waiting = startWaiting(context.clock, limits.timeoutSeconds) } = input
  return withAllowanceLock(context, { chainId, account: owner, token, waiting }, dialogue, async () => {
    const needed = amount(0n)
    const wanted = { token, owner, spender, needed, max: false, reset: 'never', permit: false, sells: false } as const
    const plan = await planApproval(context, chain, { ...wanted, waiting }, dialogue)
    if (plan.action === 'none') return { after: plan.before }
    const gas = await boundApprovalGas(chain, { plan, owner, nativeUsd })
    const intent = await openRevocation(context, chain, signer)
    input.onIntent(intent.id)
    dialogue.tell({ what: 'intent', id: intent.id })
    const done = await executeApproval(context, { chain, intent, plan, signer, patience: limits, gas }, dialogue)
    return { after: done.allowance, intent: done.intent }
  })
}

function openRevocation(context: TradeContext, { network }: Chain, signer: Signer): Promise<Intent> {
  const id = context.uuid()
  const { name, chainId } = network
  const at = context.clock.now()
  return context.journal.open({ id, key: id, kind: 'approve', network: name, chainId, from: signer.address, at })
}
