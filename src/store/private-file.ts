import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fail } from '#domain/errors'
import { placeFailure } from '#domain/place-failure'

const ofOthers = 0o077

/**
 * Makes `directory` for its owner alone.
 * @throws `STATE_DIR_UNUSABLE` where there can be none, `UNSAFE_MODE` where it exists and others may look into it.
 */
export function claimDirectory(directory: string): void {
  try {
    makeDirectory(resolve(directory))
  } catch (error) {
    throw placeFailure(directory, error) ?? error
  }
  refuseLoose(directory, statSync(directory), '700')
}

/** Not by Node's `recursive`: where nothing can be made although the parent is there, as in /proc, it tries for ever. */
function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const parent = dirname(directory)
    if (code === 'EEXIST' && statSync(directory).isDirectory()) return
    if (code !== 'ENOENT' || parent === directory || statSync(parent, { throwIfNoEntry: false }) !== undefined)
      throw error
    makeDirectory(parent)
    makeDirectory(directory)
  }
}

/**
 * Makes an empty file for its owner alone before SQLite sees it, because SQLite would make it 0644; the `-wal` and
 * `-shm` that SQLite adds take the mode of the file they belong to.
 *
 * A file that exists is looked at and never opened: POSIX drops all of a process's locks on a file as soon as it
 * closes any descriptor of it, so an `open` and `close` here would silently free a lock that SQLite holds for us.
 *
 * @throws `UNSAFE_MODE` where any of them can be read by others or the file is a symbolic link.
 */
export function claimFile(path: string): void {
  claimDirectory(dirname(path))
  if (look(path) === undefined) createEmpty(path)
  for (const file of [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]) {
    const found = look(file)
    if (found !== undefined) refuseLoose(file, found, '600')
  }
}

const look = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false })

function createEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (look(path) === undefined) throw error
    return // another process was first
  }
  const directory = openSync(dirname(path), 'r')
  fsyncSync(directory) // SQLite syncs the names of files it makes itself; this one it will find
  closeSync(directory)
}

function refuseLoose(path: string, found: Stats, wanted: string): void {
  if (found.isSymbolicLink()) throw fail('UNSAFE_MODE', { path, mode: 'link', wanted })
  if (process.platform === 'win32') return // modes say nothing there
  const mode = found.mode & 0o777
  if ((mode & ofOthers) !== 0) throw fail('UNSAFE_MODE', { path, mode: mode.toString(8), wanted })
}
