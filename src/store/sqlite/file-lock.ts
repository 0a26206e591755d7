import type { Database } from 'libsql'
import type { Clock } from '#domain/clock'
import { fail } from '#domain/errors'
import { claimFile } from '#store/private-file'
import { isBusy, sqliteFailure } from '#store/sqlite/failure'
import { loadDriver } from '#store/sqlite/load-driver'

export interface FileLockContext {
  readonly clock: Pick<Clock, 'elapsed' | 'sleep'>
  /** How long to wait for another process before giving up. */
  readonly timeoutMs: number
}

export interface LockFile {
  /** An empty file used for nothing else; created if it does not exist. */
  readonly path: string
  /** What is locked, for messages. */
  readonly what: string
  /** Called at most once, if another process holds it. */
  readonly onWait?: () => void
  /** The failure if it is held for too long, instead of `STORE_BUSY`. */
  readonly createFailure?: () => Error
}

const pollIntervalMs = 25

/**
 * Runs `work` while no other process holds the lock `file`, by an open write transaction on it. The kernel owns such a
 * lock and drops it with the process, even at `kill -9` or a crash. A lease row would have to guess: too short an
 * expiry frees it under a slow but living holder, too long a one locks the user out after a crash, and a recorded
 * process id may belong to another process by the time it is read. Nothing is ever written to the file, so holding
 * costs no disk flush and dying leaves nothing to clean up. The locks are the POSIX kind: children do not inherit them,
 * and the directory must not lie on a network share without locks.
 * @throws `STORE_BUSY` if another process holds it for too long; `STATE_DIR_UNUSABLE`, `UNSAFE_MODE`.
 */
export async function withFileLock<T>(context: FileLockContext, file: LockFile, work: () => Promise<T>): Promise<T> {
  const release = await acquire(context, file)
  try {
    return await work()
  } finally {
    release()
  }
}

async function acquire(
  { clock, timeoutMs: patienceMilliseconds }: FileLockContext,
  file: LockFile,
): Promise<() => void> {
  const { path, what, onWait, createFailure = () => fail('STORE_BUSY', { what }) } = file
  const Driver = await loadDriver()
  const connection = claimAndOpen(path, () => new Driver(path))
  const until = clock.elapsed() + patienceMilliseconds
  try {
    for (let tries = 1; !tryLock(connection, path); tries++) {
      if (tries === 1) onWait?.()
      if (clock.elapsed() >= until) throw createFailure()
      await clock.sleep(pollIntervalMs) // never inside SQLite: it would block this process's own work
    }
  } catch (error) {
    connection.close()
    throw error
  }
  return () => {
    connection.exec('ROLLBACK')
    connection.close()
  }
}

function tryLock(connection: Database, path: string): boolean {
  try {
    connection.exec('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw sqliteFailure(path, error)
  }
}

function claimAndOpen<T>(path: string, open: () => T): T {
  try {
    claimFile(path)
    return open()
  } catch (error) {
    throw sqliteFailure(path, error)
  }
}
