import { writeFileSync } from 'node:fs'
import { fail } from '#domain/errors'

/**
 * Writes a file that does not exist yet, readable by its owner only.
 * @param option as the user types it, for the remedy @throws `USAGE` if it exists, or cannot be written
 */
export function writeNewFile(path: string, content: string | Uint8Array, option: string): void {
  try {
    writeFileSync(path, content, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    const why = error.code === 'EEXIST' ? 'it exists already' : String(error.code)
    throw fail('USAGE', { reason: `${path} cannot be written: ${why}.`, fix: `choose another file: ${option} <file>` })
  }
}
