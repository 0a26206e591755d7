import { join } from 'node:path'
import type { Clock } from '#domain/clock'
import type { AccountLock } from '#domain/journal/journal'
import { withFileLock } from '#store/sqlite/file-lock'

export interface AccountLockContext {
  /** The folder of the lock files: one empty file for each account and chain. */
  readonly directory: string
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>
  /** How long to wait for another process before giving up. */
  readonly timeoutMs?: number
}

/** One process of this machine at a time signs for an account on a chain. */
export function createAccountLock(context: AccountLockContext): AccountLock {
  const { directory, clock, timeoutMs: patienceMilliseconds = 20_000 } = context
  return {
    withLock: (chainId, account, work) => {
      const file = { path: join(directory, `${chainId}-${account}.lock`), what: `the account ${account}` }
      return withFileLock({ clock, timeoutMs: patienceMilliseconds }, file, work)
    },
  }
}
