/**
 * How far a row has come. Where something may have been signed, the journal's evidence alone decides; what the batch
 * itself remembers only tells apart rows for which nothing was signed.
 */
import { callOutcomeOf } from '#domain/journal/call-outcome'
import { type Intent, type JournalTx, purposeOf } from '#domain/journal/swap'
import { gasPriceOf } from '#domain/payload'
import { type Wei, wei } from '#domain/units'

/**
 * - `waiting`: nothing is signed, nothing failed
 * - `failed`: it ended before its swap was signed; a resumed run tries it again
 * - `sent`: signed, and neither proven done nor proven void
 * - `done`, `reverted`: mined, or another transaction made the very same call with its nonce, and that ended so; `replaced`,
 *   `void`: it can no longer be mined. None of them is ever tried again
 * - `cancelled`: the batch was cancelled before it was signed
 */
export const rowStates = ['waiting', 'failed', 'sent', 'done', 'reverted', 'replaced', 'void', 'cancelled'] as const
export type RowState = (typeof rowStates)[number]

/** What a batch remembers of a row. */
export interface RowMemory {
  /** The last failure before its swap was signed. */
  readonly failure: RowFailure | undefined
  readonly isCancelled: boolean
}

export interface RowFailure {
  readonly code: string
  readonly message: string
}

const maxOf = (costs: readonly bigint[]): bigint => costs.reduce((max, cost) => (cost > max ? cost : max), 0n)

/** @param intent the journal's, by the row's key */
export function concludeRow(intent: Intent | undefined, { failure, isCancelled }: RowMemory): RowState {
  const purpose = intent && purposeOf(intent)
  if (purpose !== undefined) return concludeSigned(purpose)
  if (isCancelled) return 'cancelled'
  return failure === undefined ? 'waiting' : 'failed'
}

/** What used the nonce in its place counts once it is final: until then, the row's own bytes may still be mined. */
function concludeSigned({ conclusion }: JournalTx): RowState {
  const outcome = callOutcomeOf(conclusion)
  const { stage, isFinal } = conclusion
  if (outcome === 'open' || (!isFinal && (stage === 'replaced' || stage === 'cancelled'))) return 'sent'
  if (outcome === 'never') return stage === 'void' ? 'void' : 'replaced'
  return outcome === 'made' ? 'done' : 'reverted'
}

/** A row that a resumed run may still sign. */
export const isOpen = (state: RowState): boolean => state === 'waiting' || state === 'failed'

/** A row that counts as failed in a report. */
export const isFailedState = (state: RowState): boolean =>
  state === 'failed' || state === 'reverted' || state === 'replaced' || state === 'void'

/**
 * What an intent's transactions have cost, or may still cost, in native currency: the fee of what is mined, nothing for
 * what can no longer be mined, the highest possible for the rest, with what was reserved for an L1 fee; so too if endpoints tell different fees.
 */
export function sumGasCost(intent: Intent | undefined): Wei {
  const costs = (intent?.transactions ?? []).map(({ versions, mined, conclusion }) => {
    const { isFinal, replacedBy } = conclusion
    const paid = mined?.feePaid ?? (isFinal ? replacedBy?.feePaid : undefined)
    if (paid !== undefined) return paid
    if (mined === undefined && isFinal && !replacedBy?.sameCall) return 0n
    return maxOf(versions.map(({ payload, l1Fee = 0n }) => payload.gasLimit * gasPriceOf(payload.fees) + l1Fee))
  })
  return wei(costs.reduce((sum: bigint, cost) => sum + cost, 0n))
}
