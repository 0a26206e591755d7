import type { TradeContext } from '#app/context'
import { findRecordedLeftover } from '#app/trade/allowance/recorded-leftover'
import { checkAccountKind } from '#app/trade/checks/account-kind'
import { requireAccepted } from '#app/trade/steps/accepted'
import { type AutomaticBumps, followStep } from '#app/trade/steps/follow'
import { withOutcome } from '#app/trade/steps/outcome'
import { refreshStep } from '#app/trade/steps/refresh'
import { planReplacement, signReplacement } from '#app/trade/steps/replace'
import { minBumpPpm } from '#app/trade/steps/replacement-fees'
import { getSignedStep, rereadIntent, type SignedStep } from '#app/trade/steps/send'
import { fail, isFailure, SwapError } from '#domain/errors'
import { isFiled } from '#domain/journal/filed'
import { listFurther } from '#domain/journal/further-approvals'
import type { JournalOrder } from '#domain/journal/journal'
import { stepNames, toSent } from '#domain/journal/outcome'
import { findSigned, isOrder } from '#domain/journal/quote-uses'
import type { Intent, JournalTx } from '#domain/journal/swap'
import { executionText } from '#domain/relay/pending-order'
import type { Signer } from '#domain/trade/accounts'
import type { Dialogue } from '#domain/trade/dialogue'
import type { ReplaceRequest } from '#domain/trade/replacement'
import type { SwapRequest } from '#domain/trade/trader'
import { ppm, type Seconds } from '#domain/units'

/**
 * Replaces the pending transaction of an intent: by the same call with higher fees, or by a transfer of nothing that
 * uses up its nonce. Then every version is followed, whichever is mined.
 * @throws `SWAP_NOT_FOUND`; `NOT_REPLACEABLE`, `GAS_ABOVE_LIMIT`, `DECLINED` before anything was signed; afterwards what
 *   the journal's evidence says: for a cancel `CANCEL_TOO_LATE` if the transaction was mined after all.
 */
export async function replaceTransaction(
  context: TradeContext,
  request: ReplaceRequest,
  dialogue: Dialogue,
): Promise<Intent> {
  const found = await findSigned(context.journal, request.reference)
  if (found === undefined) throw fail('SWAP_NOT_FOUND', { id: request.reference })
  if (isOrder(found)) throw notReplaceableOrder(found, context.clock.now())
  const named = findNamed(found, request.reference)
  const pending = findPending(named)
  if (pending === undefined) throw nothingPending(named)
  // before anything is waited for: whatever ends this command, the transaction may have been sent
  dialogue.tell({ what: 'intent', id: found.id })
  const signed = await withSubject(context, { intent: found, tx: pending }, async () => {
    const chain = await context.chain(found.network)
    const account = await context.accounts.find(found.from)
    checkAccountKind(account, chain.network)
    const { step } = pending
    const intent = await refreshStep(context, { chain, intent: found, step }, 'all')
    const plan = await planReplacement(context, { chain, intent, step }, request)
    await dialogue.confirmReplacement(plan)
    const after = await signReplacement(context, { chain, signer: context.accounts.signer(account), plan }, dialogue)
    return { chain, intent: after, step }
  })
  return withOutcome(context, found.id, () => followReplacement(context, signed, request, dialogue))
}

/** Only the transaction of that hash, if the reference is one: another one of the intent is not meant by it. */
function findNamed(intent: Intent, reference: string): Intent {
  const hash = reference.toLowerCase()
  const named = intent.transactions.filter(({ versions }) => versions.some((one) => one.hash === hash))
  return named.length === 0 ? intent : { ...intent, transactions: named }
}

/** The step that can still be mined: there is one at most, as each waits for the one before it. */
const findPending = ({ transactions }: Pick<Intent, 'transactions'>): JournalTx | undefined =>
  transactions.findLast(({ conclusion }) => !conclusion.isFinal)

function nothingPending(intent: Intent): SwapError {
  const { id, transactions, kind } = intent
  const last = transactions.at(-1)
  if (last === undefined) {
    const [where, sent] = isFiled(intent) ? [' here: it is in a file', 'maybe' as const] : ['', false]
    return fail(
      'USAGE',
      { reason: `The ${kind} ${id} has no transaction${where}.`, fix: `swapline status ${id}` },
      { sent },
    )
  }
  const context = { sent: last.conclusion.sent !== 'no', swapId: id, txHash: last.hash }
  const { known } = last.conclusion
  return fail('NOT_REPLACEABLE', { what: stepNames[last.step], id, reason: 'it is final', known }, context)
}

/** Only its nonce could be used up, which needs a transaction of its own. */
function notReplaceableOrder({ quoteId = '', deadline }: JournalOrder, now: Seconds): SwapError {
  const known = `It ${executionText(deadline, now)}.`
  const details = { what: 'The order', id: quoteId, reason: 'it is no transaction of this machine', known }
  return fail('NOT_REPLACEABLE', details, { sent: 'maybe' })
}

interface Subject {
  readonly intent: Intent
  readonly tx: JournalTx
}

/**
 * A refusal before the signature is about a transaction that may be on the chain: it never says that nothing was sent.
 * Once the replacement is stored, the evidence decides.
 */
async function withSubject<T>(context: TradeContext, { intent, tx }: Subject, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SwapError) || error.context.txHash !== undefined) throw error
    const current = await reread(context, { intent, tx }, error)
    if (current.versions.length > tx.versions.length)
      return withOutcome(context, intent.id, () => Promise.reject(error))
    const { conclusion, hash } = current
    throw error.withContext({ sent: toSent(conclusion), swapId: intent.id, txHash: hash })
  }
}

/** @throws `JOURNAL_UNREADABLE`: by then a replacement may have been stored, too */
async function reread(context: TradeContext, { intent, tx }: Subject, cause: SwapError): Promise<JournalTx> {
  try {
    return getSignedStep(await rereadIntent(context, intent), tx.step)
  } catch (error) {
    if (!(error instanceof SwapError)) throw error
    const { id } = intent
    const known = { sent: true, swapId: id, txHash: tx.hash, why: cause.message }
    throw fail('JOURNAL_UNREADABLE', { id, reason: error.message }, known)
  }
}

async function followReplacement(
  context: TradeContext,
  signed: SignedStep,
  { kind, wait, ...limits }: ReplaceRequest,
  dialogue: Dialogue,
): Promise<Intent> {
  if (!wait) return requireAccepted(signed)
  try {
    const intent = await followStep(context, signed, limits, dialogue)
    if (kind === 'speedup') return intent
    const { conclusion, hash, step } = getSignedStep(intent, signed.step)
    const details = { what: stepNames[step], id: intent.id, by: hash, known: conclusion.known }
    throw fail('CANCEL_TOO_LATE', details, { sent: true, swapId: intent.id, txHash: hash })
  } catch (error) {
    if (kind !== 'cancel' || !isFailure(error, 'CANCELLED')) throw error
    const intent = await rereadIntent(context, signed.intent)
    const leftover = findRecordedLeftover(intent, await listFurther(context, intent))
    if (leftover !== undefined) dialogue.tell({ what: 'leftover', leftover })
    return intent
  }
}

/** Speedups while a swap is followed, if the user asked for them: within the budget it was signed with, unasked. */
export function createBumps(
  context: TradeContext,
  { bump }: Pick<SwapRequest, 'bump'>,
  dialogue: Dialogue,
  signer?: Signer,
): AutomaticBumps | undefined {
  if (bump === undefined) return undefined
  const speedUp = async (step: SignedStep): Promise<Intent> => {
    const plan = await planReplacement(context, step, { kind: 'speedup', bump: ppm(minBumpPpm) })
    const used = signer ?? context.accounts.signer(await context.accounts.find(step.intent.from))
    return signReplacement(context, { chain: step.chain, signer: used, plan }, dialogue)
  }
  return { ...bump, speedUp }
}
