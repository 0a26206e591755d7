import { maxGasOf, readOutflow } from '#app/policy/outflow'
import type { Intent, JournalTx, Step } from '#domain/journal/swap'
import type { Network } from '#domain/network'
import { type PolicySpend, policyDaySeconds } from '#domain/policy/policy'
import { type Address, type NetworkName, nativeToken, type Seconds, seconds } from '#domain/units'

/** A step that is about to be signed (again, if it is replaced): its earlier versions can no longer act beside it. */
export interface SigningStep {
  readonly intent: string
  readonly step: Step
}

/** A nonce of one account on one network, as a text that two of them share only if they are the same. */
export const nonceOf = (network: NetworkName, from: Address, nonce: number): string => `${network} ${from} ${nonce}`

export const dayStart = (now: Seconds): Seconds => seconds(Math.max(0, now - policyDaySeconds))

export interface SpendQuery {
  readonly since: Seconds
  readonly entryOf: (name: NetworkName) => Network
  /** The step whose own earlier versions do not count. */
  readonly signing?: SigningStep
}

/**
 * What the journal's intents have spent since `since`, concluded from the evidence: signed counts as spent until it is
 * proven void, replaced by another transaction or reverted. Of one step's versions the largest counts. What others may take,
 * they can take whichever transaction has the nonce of the swap that it was meant for.
 */
export const listDaySpends = (intents: readonly Intent[], query: SpendQuery): readonly PolicySpend[] =>
  intents.flatMap((intent) => listIntentSpends(intent, query))

function listIntentSpends(intent: Intent, { since, entryOf, signing }: SpendQuery): readonly PolicySpend[] {
  const { network, from } = intent
  const isSigning = signing?.intent === intent.id
  const spent = new Map<string, PolicySpend>()
  for (const tx of intent.transactions) {
    if (tx.signedAt < since || (isSigning && signing.step === tx.step)) continue
    const { paid, taken } = readSpends(entryOf(network), intent, tx)
    const by = { nonce: nonceOf(network, from, tx.nonce), intent: intent.id }
    // The swap of the same intent takes what was approved for it: the two are one spend.
    const counted = [
      ...paid.map((one) => ({ ...one, by, use: one.token === nativeToken ? tx.step : 'trade' })),
      ...(isSigning && signing.step === 'swap' ? [] : taken.map((one) => ({ ...one, use: 'trade' }))),
    ]
    for (const { use, ...one } of counted) {
      const key = `${use} ${one.token}`
      spent.set(key, toLarger(spent.get(key), { at: tx.signedAt, network, ...one }))
    }
  }
  return [...spent.values()]
}

/** The larger one of the same use; if a part of it does not depend on one nonce, none of it does. */
function toLarger(before: PolicySpend | undefined, one: PolicySpend): PolicySpend {
  if (before === undefined) return one
  const larger = before.amount > one.amount ? before : one
  if (before.by !== undefined && one.by !== undefined) return larger
  const { by: _, ...rest } = larger
  return rest
}

const maxOf = (amounts: readonly bigint[]): bigint => amounts.reduce((max, one) => (one > max ? one : max), 0n)

interface TokenSpend {
  readonly token: Address
  readonly amount: bigint
}

function readSpends(
  network: Network,
  { trade }: Intent,
  tx: JournalTx,
): { readonly paid: readonly TokenSpend[]; readonly taken: readonly TokenSpend[] } {
  const { conclusion, versions, step } = tx
  const [{ payload }] = versions
  const nothing = { paid: [], taken: [] }
  const { stage, isFinal, receipt, sent } = conclusion
  // what made the same call under another hash spent the same
  if (stage === 'void' || (stage === 'replaced' && isFinal && sent === 'no')) return nothing
  const reserved = maxOf(versions.map((one) => maxGasOf(one.payload) + (one.l1Fee ?? 0n)))
  // a fee that endpoints tell differently is the highest possible one
  const gas = { token: nativeToken, amount: (isFinal ? receipt?.feePaid : undefined) ?? reserved }
  if ((stage === 'reverted' || stage === 'cancelled') && isFinal) return { ...nothing, paid: [gas] }
  const outflow = readOutflow(network, payload, step === 'swap' ? trade : undefined)
  const sold = (outflow?.spends ?? []).filter(({ token }) => token !== nativeToken)
  const native = { token: nativeToken, amount: gas.amount + payload.value }
  return { paid: [native, ...sold], taken: (outflow?.allowances ?? []).filter(({ isOurs }) => !isOurs) }
}
