/** The result of a command that worked on an intent: derived only from the evidence in the journal. */
import { type FailureContext, fail, isFailure, type SwapError } from '#domain/errors'
import { isFiled } from '#domain/journal/filed'
import { type Intent, type JournalTx, newestVersion, purposeOf, type Step } from '#domain/journal/swap'
import type { Hex } from '#domain/units'

/** Names of the steps at the start of a sentence. */
export const stepNames = {
  swap: 'The swap',
  approve: 'The approval',
  reset: 'The allowance reset',
  revoke: 'The revocation',
  deploy: 'The deployment',
  wrap: 'The wrap',
  cross: 'The crossing',
  claim: 'The call for the claim',
} as const satisfies Record<Step, string>

/** Whether a signed step was sent, for a failure about something else that met it. */
export const toSent = ({ sent }: Pick<JournalTx['conclusion'], 'sent'>): boolean | 'maybe' =>
  sent === 'maybe' ? sent : sent === 'yes'

/**
 * The failure that a signed step amounts to, or `undefined` if it is as deep in the chain as requested.
 * @param confirmations blocks on it, its own included
 * @param why what else went wrong, as one more sentence
 */
export function toStepFailure(
  intent: Intent,
  tx: JournalTx,
  confirmations: number,
  why?: string,
): SwapError | undefined {
  const { conclusion, step, hash } = tx
  const { depth, known } = conclusion
  const what = stepNames[step]
  const { id } = intent
  const context = { sent: conclusion.sent !== 'no', swapId: id, txHash: hash, ...(why === undefined ? {} : { why }) }
  switch (conclusion.stage) {
    case 'mined':
    case 'confirmed':
    case 'reverted':
    case 'cancelled':
    case 'replaced':
      if (depth < Math.max(1, confirmations)) return fail('PENDING', { what, id, known }, context)
      return toUsedNonceFailure(intent, tx, context)
    case 'void':
      return fail('DEADLINE_PASSED', { what, id, known }, context)
    case 'submitted':
      return fail('PENDING', { what, id, known }, context)
    default:
      return fail('OUTCOME_UNKNOWN', { what, id, known, ...(isFiled(intent) ? { isFiled: true } : {}) }, context)
  }
}

/** The failure of a step whose nonce is used, as deep as requested; `undefined` if it was mined with success. */
function toUsedNonceFailure(
  { id, network }: Intent,
  { conclusion, step, nonce, hash }: JournalTx,
  context: FailureContext,
): SwapError | undefined {
  const { receipt, replacedBy, stage, known, isFinal } = conclusion
  const what = stepNames[step]
  if (replacedBy !== undefined) {
    const { hash: by, block, sameCall } = replacedBy
    return fail('REPLACED', { what, nonce, id, by, block, isFinal, ...(sameCall && { doneOn: network }) }, context)
  }
  if (receipt === undefined) return fail('PENDING', { what, id, known }, context)
  if (stage === 'cancelled')
    return fail('CANCELLED', { what, nonce, id, block: receipt.block, by: hash, isFinal }, context)
  if (stage === 'reverted') {
    const { reason, block, gasUsed } = receipt
    return fail(
      'REVERTED',
      { what, reason, block, gasUsed: gasUsed === undefined ? gasUsed : String(gasUsed), id, isFinal },
      context,
    )
  }
  return step === 'swap' && receipt.received === undefined
    ? fail('RECEIVED_UNKNOWN', { id, block: receipt.block }, context)
    : undefined
}

/**
 * @param newest the version that is to be replaced
 * @throws `NOT_REPLACEABLE` if a version of the step is in a block, its nonce is used, it can only revert, or another
 *   process has replaced `newest` meanwhile.
 */
export function requireReplaceable(id: string, tx: JournalTx, newest: Hex): void {
  const { stage } = tx.conclusion
  if (replaceableStages.has(stage) && newestVersion(tx).hash === newest) return
  const reason = replaceableStages.has(stage)
    ? 'another command replaced it meanwhile, and the fees that were shown are not those of the newest version'
    : unreplaceableReasons[stage]
  throw notReplaceable(id, tx, reason ?? 'it is in a block')
}

/** The refusal, with what may be on the chain: the transaction itself is not touched by it. */
export const notReplaceable = (id: string, { step, conclusion, hash }: JournalTx, reason: string): SwapError =>
  fail(
    'NOT_REPLACEABLE',
    { what: stepNames[step], id, reason, known: conclusion.known },
    { sent: conclusion.sent !== 'no', swapId: id, txHash: hash },
  )

const replaceableStages: ReadonlySet<string> = new Set(['signed', 'submitted', 'unknown'])
const unreplaceableReasons: Readonly<Record<string, string>> = {
  replaced: 'its nonce is used',
  void: 'its deadline has passed',
}

/**
 * The failure of a command that worked on `intent` and met `cause`: what was signed decides, and `cause` only says why
 * the command ended. A cause that is already the outcome of the purpose is kept.
 * @param further approvals for it that are intents of their own
 */
export function toOutcome(intent: Intent, cause: SwapError, further: readonly Intent[] = []): SwapError {
  if (cause.code === 'KEY_TAKEN' && !isFiled(intent)) return cause // it is about another request
  if (isFailure(cause, 'RESULT_NOT_WRITTEN')) return toUnwrittenFailure(intent, cause)
  if (cause.context.txHash !== undefined) return withApprovals(intent, further, cause)
  const all = [intent, ...further]
  if (all.every(({ transactions }) => transactions.length === 0)) return toUnsignedOutcome(intent, cause)
  const why = cause.message
  const purpose = purposeOf(intent)
  if (purpose !== undefined) {
    const { isFinal, depth } = purpose.conclusion
    const failure = toStepFailure(intent, purpose, isFinal ? depth : Number.POSITIVE_INFINITY, why)
    return withApprovals(
      intent,
      further,
      failure ?? fail('PENDING', pendingOf(intent, purpose), sentContext(intent, purpose, why)),
    )
  }
  const open = all.flatMap((one) =>
    one.transactions.filter(({ conclusion }) => openStages.has(conclusion.stage)).map((tx) => ({ one, tx })),
  )[0]
  const failure = open === undefined ? undefined : toStepFailure(open.one, open.tx, 1, why)
  return withApprovals(intent, further, failure ?? cause)
}

/**
 * A journal without a transaction proves that nothing was sent, also of a cause that leaves it open, as a busy store. Except
 * that a deployment is several intents, and those before this one may have sent, that an order is in no journal, as only its
 * quote tells of it, and that a used quote may have been used elsewhere, as a file may have been sent from there.
 */
function toUnsignedOutcome(intent: Intent, cause: SwapError): SwapError {
  if (intent.kind === 'deploy' || cause.code === 'PENDING' || cause.code === 'QUOTE_CONSUMED') return cause
  return cause.withContext({ sent: isFiled(intent) ? 'maybe' : false })
}

const pendingOf = ({ id }: Intent, { step, conclusion: { known } }: JournalTx) => ({ what: stepNames[step], id, known })
const sentContext = ({ id }: Intent, { hash }: JournalTx, why: string) => ({
  sent: true,
  swapId: id,
  txHash: hash,
  why,
})

/** The work itself was done; `status` tells how far. */
function toUnwrittenFailure({ id, transactions }: Intent, cause: SwapError<'RESULT_NOT_WRITTEN'>): SwapError {
  const sent = transactions.findLast(({ conclusion }) => conclusion.sent !== 'no')
  if (sent === undefined) return cause.withContext({ sent: false })
  const context = { ...cause.context, sent: true, swapId: id, txHash: sent.hash }
  return fail('RESULT_NOT_WRITTEN', { ...cause.details, id }, context) // not every result names its swap
}

/** What was not sent, if only its approval was. */
const missingNames: Readonly<Record<Intent['kind'], string>> = {
  swap: 'the swap',
  approve: 'the approval',
  deploy: 'the approval',
  cross: 'the crossing',
  claim: 'the call',
}

const openStages: ReadonlySet<string> = new Set(['submitted', 'unknown'])

/** Names the transactions that were sent to prepare the intent's purpose; one that was cancelled was sent as well. */
export function withApprovals(intent: Intent, further: readonly Intent[], failure: SwapError): SwapError {
  const purpose = purposeOf(intent)
  const all = [intent, ...further].flatMap(({ transactions }) => transactions)
  const sent = all.filter((tx) => tx !== purpose && tx.conclusion.sent !== 'no')
  const [first] = sent
  if (first === undefined) return failure
  const approvals = sent.map(({ hash }) => hash)
  const missing = missingNames[intent.kind]
  const unsigned = `${stepNames[first.step]} was sent; ${missing} was not.${sayCancelled(sent)}`
  const why = failure.context.why ?? (purpose === undefined ? unsigned : undefined)
  return failure.withContext({ sent: true, swapId: intent.id, approvals, ...(why === undefined ? {} : { why }) })
}

/** One more sentence if all of these were cancelled, which a reorganized chain may undo; otherwise empty. */
export function sayCancelled(all: readonly JournalTx[]): string {
  const sent = all.filter(({ conclusion }) => conclusion.sent !== 'no')
  const [first] = sent
  if (first === undefined || sent.some(({ conclusion }) => conclusion.stage !== 'cancelled')) return ''
  const isFinal = sent.every(({ conclusion }) => conclusion.isFinal)
  return ` ${stepNames[first.step]} was cancelled${isFinal ? '' : ', which is not final yet'}.`
}
