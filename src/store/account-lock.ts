import { join } from 'node:path'
import type { AccountLock } from '#domain/journal'
import type { Clock } from '#domain/ports'
import { holdFile } from '#store/file-lock'

export interface AccountLockContext {
  /** Where the lock files lie: one empty file for each account and chain. */
  readonly directory: string
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>
  /** How long to wait for another process before giving up. */
  readonly patienceMilliseconds?: number
}

/** One process of this machine at a time signs for an account on a chain. */
export function createAccountLock(context: AccountLockContext): AccountLock {
  const { directory, clock, patienceMilliseconds = 20_000 } = context
  return {
    hold: (chainId, account, work) => {
      const file = { path: join(directory, `${chainId}-${account}.lock`), what: `the account ${account}` }
      return holdFile({ clock, patienceMilliseconds }, file, work)
    },
  }
}
