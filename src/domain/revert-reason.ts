/** Why a transaction reverted, as plain data: the journal stores it and JSON shows it as it is. */

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
 * - `allowance`, `balance`: the payer's, of the token to sell; too small
 * - `minimum`: less than the minimum would have been received
 * - `missing-value`: another amount of native currency came with the call than it sells
 * - `token-tax`: the token keeps a part of what is transferred
 * - `paused-token`: the token refused a transfer: it is paused, or bars an account
 * - `pool`: a pool refused the trade
 * - `router-auth`: a signature, nonce or caller was not accepted
 * - `panic`: a contract failed by a check that its compiler put in
 * - `unknown`: nothing fits, or the node no longer has the state; the words say which
 */
export type RevertClass = (typeof revertClasses)[number]

export interface RevertReason {
  readonly class: RevertClass
  /** A clause without a full stop. May quote a contract or a token: a screen has to sanitise it. */
  readonly words: string
  /** What to do, the most useful first: commands, or sentences without a full stop. Never empty. */
  readonly remedy: readonly string[]
}
