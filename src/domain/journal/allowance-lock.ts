/** The lock on what is planned and signed for the allowances of one token of one account; see `docs/journal.md`. */
import type { Address } from '#domain/units'

export interface AllowanceTurn {
  readonly chainId: number
  readonly account: Address
  readonly token: Address
  /** How long to wait for other processes. */
  readonly timeoutMs: number
  /** Called at most once, if another process or command holds the lock. */
  readonly onWait: () => void
  /** The failure if it is held for longer. */
  readonly createFailure: () => Error
}

/**
 * One command at a time plans the allowance of a token and signs what relies on it. The operating system frees the lock
 * when the process dies. A holder may take the account's lock, never the other way round, and never a second one of
 * these.
 */
export interface AllowanceLock {
  withLock<T>(turn: AllowanceTurn, work: () => Promise<T>): Promise<T>
}
