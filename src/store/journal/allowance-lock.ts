import { join } from 'node:path'
import type { Clock } from '#domain/clock'
import type { AllowanceLock } from '#domain/journal/allowance-lock'
import { withFileLock } from '#store/sqlite/file-lock'

export interface AllowanceLockContext {
  /** The folder of the lock files: one empty file for each token, account and chain. */
  readonly directory: string
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>
}

/** One command of this machine at a time relies on an account's allowances of a token. */
export function createAllowanceLock({ directory, clock }: AllowanceLockContext): AllowanceLock {
  return {
    withLock: ({ chainId, account, token, timeoutMs, onWait, createFailure }, work) => {
      const path = join(directory, `${chainId}-${account}-${token}.lock`)
      const file = { path, what: `the allowances of ${token}`, onWait, createFailure }
      return withFileLock({ clock, timeoutMs }, file, work)
    },
  }
}
