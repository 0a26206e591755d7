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

export const dayStart = (now: Seconds): Seconds => seconds(Math.max(0, now - policyDaySeconds))

export interface SpendQuery {
  readonly since: Seconds
  readonly entryOf: (name: NetworkName) => Network
  /** The step whose own earlier versions do not count. */
  readonly signing?: SigningStep
}

/**
 * What the journal's intents have spent since `since`, concluded from the evidence: signed counts as spent until it is
 * proven void, replaced by another transaction or reverted. Of one step's versions the largest counts.
 */
export const listDaySpends = (intents: readonly Intent[], query: SpendQuery): readonly PolicySpend[] =>
  intents.flatMap((intent) => listIntentSpends(intent, query))

function listIntentSpends(intent: Intent, { since, entryOf, signing }: SpendQuery): readonly PolicySpend[] {
  const { network } = intent
  const isSigning = signing?.intent === intent.id
  const spent = new Map<string, PolicySpend>()
  for (const tx of intent.transactions) {
    if (tx.signedAt < since || (isSigning && signing.step === tx.step)) continue
    const { paid, taken } = readSpends(entryOf(network), intent, tx)
    // The swap of the same intent takes what was approved for it: the two are one spend.
    const counted = [
      ...paid.map((one) => ({ ...one, use: one.token === nativeToken ? tx.step : 'trade' })),
      ...(isSigning && signing.step === 'swap' ? [] : taken.map((one) => ({ ...one, use: 'trade' }))),
    ]
    for (const { token, amount, use } of counted) {
      const key = `${use} ${token}`
      if ((spent.get(key)?.amount ?? -1n) <= amount) spent.set(key, { at: tx.signedAt, network, token, amount })
    }
  }
  return [...spent.values()]
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
  const { stage, isFinal, receipt } = conclusion
  if (stage === 'void' || (stage === 'replaced' && isFinal)) return nothing
  const reserved = maxOf(versions.map((one) => maxGasOf(one.payload) + (one.l1Fee ?? 0n)))
  const gas = { token: nativeToken, amount: isFinal && receipt !== undefined ? receipt.feePaid : reserved }
  if ((stage === 'reverted' || stage === 'cancelled') && isFinal) return { ...nothing, paid: [gas] }
  const outflow = readOutflow(network, payload, step === 'swap' ? trade : undefined)
  const sold = (outflow?.spends ?? []).filter(({ token }) => token !== nativeToken)
  const native = { token: nativeToken, amount: gas.amount + payload.value }
  return { paid: [native, ...sold], taken: (outflow?.allowances ?? []).filter(({ isOurs }) => !isOurs) }
}
