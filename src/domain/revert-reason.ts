/** Why a transaction reverted, as far as the chain still tells. */
export type RevertClass =
  | 'allowance'
  | 'balance'
  | 'minimum'
  | 'deadline'
  | 'out-of-gas'
  | 'missing-value'
  | 'token-tax'
  | 'paused-token'
  | 'pool'
  | 'router-auth'
  | 'panic'
  | 'unknown'

export interface RevertReason {
  readonly class: RevertClass
  /** Without a full stop. */
  readonly words: string
  readonly remedy: readonly string[]
}
