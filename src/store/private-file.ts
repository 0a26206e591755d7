import { closeSync, fsyncSync, lstatSync, openSync, type Stats } from 'node:fs'
import { dirname } from 'node:path'
import { toStateDirFailure } from '#domain/failures/state-dir-failure'
import { claimDirectory, requirePrivate } from '#system/private-directory'

/**
 * Creates `directory`, accessible to its owner only.
 * @throws `STATE_DIR_UNUSABLE` if it cannot be created, `UNSAFE_MODE` if it exists and others can access it
 */
export function claimStateDirectory(directory: string): void {
  claimDirectory(directory, (error) => toStateDirFailure(directory, error) ?? error)
}

/**
 * Creates an empty file for its owner only before SQLite does, which would create it as 0644; the `-wal` and `-shm`
 * that SQLite adds take the mode of the file they belong to. An existing file is checked but never opened: POSIX drops
 * all of a process's locks on a file as soon as it closes any descriptor of it, so an `open` and `close` here would
 * silently free a lock that SQLite holds for us.
 * @throws `UNSAFE_MODE` if any of them can be read by others or the file is a symbolic link.
 */
export function claimFile(path: string): void {
  claimStateDirectory(dirname(path))
  if (statIfExists(path) === undefined) createEmpty(path)
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) {
    const found = statIfExists(file)
    if (found !== undefined) requirePrivate(file, found, '600')
  }
}

const statIfExists = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (statIfExists(path) === undefined) throw error
    return // another process was first
  }
  const directory = openSync(dirname(path), 'r')
  fsyncSync(directory) // SQLite syncs the names of files that it creates itself; this one it will find
  closeSync(directory)
}
