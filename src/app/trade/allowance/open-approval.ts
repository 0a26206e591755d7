import type { TradeContext } from '#app/context'
import { decodeApproval } from '#app/trade/allowance/decode-approval'
import type { Intent, JournalTx } from '#domain/journal/swap'
import type { ApprovalSearch } from '#domain/trade/allowances'

const stepsOf = {
  approve: ['reset', 'approve'],
  revoke: ['revoke'],
} as const satisfies Record<ApprovalSearch['purpose'], readonly string[]>

/**
 * The newest approval or revocation of a token that may have been sent and is in no block, as far as the journal knows; an
 * approval for a quote or by a swap is none.
 */
export async function findOpenApproval(
  { journal }: { readonly journal: Pick<TradeContext['journal'], 'list'> },
  { purpose, network, from, tokens, spender }: ApprovalSearch,
): Promise<Intent | undefined> {
  const steps: readonly string[] = stepsOf[purpose]
  const isMeant = ({ step, payload, conclusion: { sent, isFinal, depth } }: JournalTx): boolean =>
    steps.includes(step) &&
    sent !== 'no' &&
    !isFinal &&
    depth === 0 &&
    (tokens === undefined || tokens.includes(payload.to)) &&
    (spender === undefined || decodeApproval(payload.data)?.spender === spender)
  const all = await journal.list({ network, from, limit: 0 })
  return all.find((one) => (purpose === 'revoke' || isOfToken(one)) && one.transactions.some(isMeant))
}

/** Nobody gave it a key. */
const isOfToken = ({ kind, key, id }: Intent): boolean => kind === 'approve' && key === id
