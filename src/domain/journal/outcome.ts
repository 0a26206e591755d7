/** The result of a command that worked on an intent: derived only from the evidence in the journal. */
import { fail, type SwapError } from '#domain/errors'
import { type Intent, type JournalTx, purposeOf, type Step } from '#domain/journal/swap'

/** Names of the steps at the start of a sentence. */
export const stepNames = {
  swap: 'The swap',
  approve: 'The approval',
  reset: 'The allowance reset',
  deploy: 'The deployment',
  wrap: 'The wrap',
} as const satisfies Record<Step, string>

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
  const { conclusion, step, nonce, hash } = tx
  const { stage, depth, receipt, known } = conclusion
  const what = stepNames[step]
  const { id } = intent
  const context = { sent: conclusion.sent !== 'no', swapId: id, txHash: hash, ...(why === undefined ? {} : { why }) }
  const isDeep = depth >= Math.max(1, confirmations)
  switch (stage) {
    case 'mined':
    case 'confirmed':
      if (!isDeep) return fail('PENDING', { what, id, known }, context)
      return step === 'swap' && receipt?.received === undefined
        ? fail('RECEIVED_UNKNOWN', { id, block: receipt?.block ?? 0 }, context)
        : undefined
    case 'reverted':
      if (!isDeep || receipt === undefined) return fail('PENDING', { what, id, known }, context)
      return fail(
        'REVERTED',
        { what, reason: receipt.reason, block: receipt.block, gasUsed: String(receipt.gasUsed) },
        context,
      )
    case 'replaced':
      if (!isDeep || conclusion.replacedBy === undefined) return fail('PENDING', { what, id, known }, context)
      return fail(
        'REPLACED',
        { what, nonce, id, by: conclusion.replacedBy.hash, block: conclusion.replacedBy.block },
        context,
      )
    case 'void':
      return fail('DEADLINE_PASSED', { what, id, known }, context)
    case 'submitted':
      return fail('PENDING', { what, id, known }, context)
    default:
      return fail('OUTCOME_UNKNOWN', { what, id, known }, context)
  }
}

/**
 * The failure of a command that worked on `intent` and met `cause`: what was signed decides, and `cause` only says why
 * the command ended. A cause that is already the outcome of the purpose is kept.
 */
export function toOutcome(intent: Intent, cause: SwapError): SwapError {
  if (cause.code === 'KEY_TAKEN') return cause // it is about another request
  if (cause.code === 'RESULT_NOT_WRITTEN') return toUnwrittenFailure(intent, cause)
  if (cause.context.txHash !== undefined) return withApprovals(intent, cause)
  const why = cause.message
  const purpose = purposeOf(intent)
  if (purpose !== undefined) {
    const { isFinal, depth } = purpose.conclusion
    const failure = toStepFailure(intent, purpose, isFinal ? depth : Number.POSITIVE_INFINITY, why)
    return withApprovals(
      intent,
      failure ?? fail('PENDING', pendingOf(intent, purpose), sentContext(intent, purpose, why)),
    )
  }
  const open = intent.transactions.find(({ conclusion }) => openStages.has(conclusion.stage))
  const failure = open === undefined ? undefined : toStepFailure(intent, open, 1, why)
  return withApprovals(intent, failure ?? cause)
}

const pendingOf = ({ id }: Intent, { step, conclusion: { known } }: JournalTx) => ({ what: stepNames[step], id, known })
const sentContext = ({ id }: Intent, { hash }: JournalTx, why: string) => ({
  sent: true,
  swapId: id,
  txHash: hash,
  why,
})

/** The work itself was done; `status` tells how far. */
function toUnwrittenFailure({ id, transactions }: Intent, cause: SwapError): SwapError {
  const sent = transactions.findLast(({ conclusion }) => conclusion.sent !== 'no')
  return sent === undefined ? cause : cause.withContext({ sent: true, swapId: id, txHash: sent.hash })
}

const openStages: ReadonlySet<string> = new Set(['submitted', 'unknown'])

/** Names the transactions that were sent to prepare the intent's purpose. */
function withApprovals(intent: Intent, failure: SwapError): SwapError {
  const purpose = purposeOf(intent)
  const sent = intent.transactions.filter((tx) => tx !== purpose && tx.conclusion.sent !== 'no')
  const [first] = sent
  if (first === undefined) return failure
  const approvals = sent.map(({ hash }) => hash)
  const missing = intent.kind === 'swap' ? 'the swap' : 'the approval'
  const unsigned = `${stepNames[first.step]} was sent; ${missing} was not.`
  const why = failure.context.why ?? (purpose === undefined ? unsigned : undefined)
  return failure.withContext({ sent: true, swapId: intent.id, approvals, ...(why === undefined ? {} : { why }) })
}
