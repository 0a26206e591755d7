/** Why a transaction reverted, as plain data: the journal stores it and JSON shows it unchanged. */

export const revertClasses = [
  'allowance',
  'balance',
  'minimum',
  'deadline',
  'out-of-gas',
  'missing-value',
  'token-tax',
  'paused-token',
  'pool',
  'router-auth',
  'panic',
  'unknown',
] as const

/**
 * - `allowance`, `balance`: the payer's, of the input token; too small
 * - `minimum`: less than the minimum would have been received
 * - `missing-value`: the call's native value differs from the amount it sells
 * - `token-tax`: the token is fee-on-transfer
 * - `paused-token`: the token refused a transfer: it is paused, or blocks an account
 * - `pool`: a pool refused the trade
 * - `router-auth`: a signature, nonce or caller was not accepted
 * - `panic`: a check that the compiler inserts failed in a contract
 * - `unknown`: no class fits, or the node no longer has the state; the words say which
 */
export type RevertClass = (typeof revertClasses)[number]

export interface RevertReason {
  readonly class: RevertClass
  /** A clause without a full stop. May quote a contract or a token: a screen must sanitise it. */
  readonly words: string
  /** What to do, the most useful first: commands, or sentences without a full stop. Never empty. */
  readonly remedy: readonly string[]
}

/**
 * What to do about a reverted transaction now. The chain may still undo a block that is not final, and the same bytes can
 * then succeed: until then it is never traded again.
 * @param reference what `status` takes, with its network if it has no journal
 */
export const getRemediesNow = (
  { remedy }: Pick<RevertReason, 'remedy'>,
  { isFinal, reference }: { readonly isFinal: boolean; readonly reference: string },
): readonly string[] =>
  isFinal ? remedy : [`swapline status ${reference} --watch`, 'never swap again before that is final']
