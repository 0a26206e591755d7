import { mkdirSync, type Stats, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fail } from '#domain/errors'

const ofOthers = 0o077

/**
 * Creates `directory`, accessible to its owner only.
 * @param unusable the failure to throw if it cannot be created
 * @throws `UNSAFE_MODE` if it exists and others can access it
 */
export function claimDirectory(directory: string, unusable: (error: unknown) => unknown): void {
  try {
    makeDirectory(resolve(directory))
  } catch (error) {
    throw unusable(error)
  }
  requirePrivate(directory, statSync(directory), '700')
}

/**
 * Avoids Node's `recursive`: if nothing can be created although the parent exists, as in /proc, it retries endlessly. This
 * tries once more, because another process may create the parent at the same time.
 */
function makeDirectory(directory: string, isLastTry = false): void {
  try {
    mkdirSync(directory, { mode: 0o700 })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const parent = dirname(directory)
    if (code === 'EEXIST' && statSync(directory).isDirectory()) return
    if (code !== 'ENOENT' || parent === directory || isLastTry) throw error
    if (statSync(parent, { throwIfNoEntry: false }) === undefined) makeDirectory(parent)
    makeDirectory(directory, true)
  }
}

/** @throws `UNSAFE_MODE` if others may read `path`, or if it is a symbolic link */
export function requirePrivate(path: string, found: Stats, wanted: string): void {
  if (found.isSymbolicLink()) throw fail('UNSAFE_MODE', { path, mode: 'link', wanted })
  if (process.platform === 'win32') return // modes mean nothing there
  const mode = found.mode & 0o777
  if ((mode & ofOthers) !== 0) throw fail('UNSAFE_MODE', { path, mode: mode.toString(8), wanted })
}
