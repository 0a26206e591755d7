/** What was taken back may be given again by an approval that was signed before and is still to be sent, as one in a file. */
import type { TradeContext } from '#app/context'
import { decodeApproval } from '#app/trade/allowance/decode-approval'
import { listOpenSteps } from '#app/trade/allowance/pending'
import type { Intent, JournalTx } from '#domain/journal/swap'
import type { OpenGrant } from '#domain/trade/allowances'
import type { Address, NetworkName } from '#domain/units'

type GrantContext = { readonly journal: Pick<TradeContext['journal'], 'listFromNonce'> }

interface GrantSearch {
  readonly network: NetworkName
  readonly owner: Address
  /** The lowest nonce that the account has not used: what has one below can no longer be mined. */
  readonly nonce: number
  readonly targets: readonly { readonly token: Address; readonly spender: Address }[]
}

/** By the journal alone: what another machine has signed is not known here. */
export async function findOpenGrants(
  { journal }: GrantContext,
  { network, owner, nonce, targets }: GrantSearch,
): Promise<readonly OpenGrant[]> {
  const open = await listOpenSteps({ journal }, { network, owner, executed: nonce })
  const grants = open.flatMap(({ tx }) => (tx.conclusion.depth > 0 ? [] : toGrants(tx)))
  return grants.filter((one) => targets.some(({ token, spender }) => token === one.token && spender === one.spender))
}

/** While a cancellation waits, what it replaces may still be mined. */
const toGrants = ({ versions, nonce, observations }: JournalTx): readonly OpenGrant[] =>
  versions.flatMap(({ hash, payload: { to: token, data } }) => {
    const call = decodeApproval(data)
    const isFile = observations.some((one) => one.kind === 'held' && one.hash === hash)
    return call === undefined || call.value === 0n ? [] : [{ token, ...call, hash, nonce, isFile }]
  })

/** What could give again what a mined intent took back; nothing if it did not take anything back. */
export async function findGrantsAfter(
  context: GrantContext,
  { network, from: owner, transactions }: Intent,
): Promise<readonly OpenGrant[]> {
  const taken = transactions.flatMap(({ step, nonce, payload: { to: token, data }, conclusion }) => {
    const call = step === 'reset' || conclusion.depth === 0 ? undefined : decodeApproval(data)
    return call?.value === 0n ? [{ nonce: nonce + 1, targets: [{ token, spender: call.spender }] }] : []
  })
  return (await Promise.all(taken.map((one) => findOpenGrants(context, { network, owner, ...one })))).flat()
}
