import type { TradeContext } from '#app/context'
import { decodeApproval } from '#app/trade/allowance/decode-approval'
import type { Intent, JournalTx } from '#domain/journal/swap'
import type { RevocationSearch } from '#domain/trade/allowances'

/** The newest revocation that may have been sent and is in no block, as far as the journal knows. */
export async function findOpenRevocation(
  { journal }: { readonly journal: Pick<TradeContext['journal'], 'list'> },
  { network, from, tokens, spender }: RevocationSearch,
): Promise<Intent | undefined> {
  const isMeant = ({ step, payload, conclusion: { sent, isFinal, depth } }: JournalTx): boolean =>
    step === 'revoke' &&
    sent !== 'no' &&
    !isFinal &&
    depth === 0 &&
    (tokens === undefined || tokens.includes(payload.to)) &&
    (spender === undefined || decodeApproval(payload.data)?.spender === spender)
  const all = await journal.list({ network, from, limit: 0 })
  return all.find(({ transactions }) => transactions.some(isMeant))
}
