/** A copy of the config file that an editor may change; it replaces the file only once it is valid. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { parseConfig, readText, schemaVersion } from '#cli/settings/config-file'
import { fail } from '#domain/errors'

export interface ConfigCopy {
  /** In a folder of its own that only the user can read, beside the file. */
  readonly path: string
  /**
   * Takes over the copy if it is valid.
   * @returns whether it differs
   * @throws `CONFIG_INVALID`, `CONFIG_KEY_UNKNOWN`, also if the file was changed meanwhile; it is left as it is then
   */
  replace(): boolean
  /** Removes the copy. */
  discard(): void
}

const emptyFile = `${JSON.stringify({ schemaVersion }, null, 2)}\n`

/** @throws `CONFIG_INVALID` if the file cannot be read, or its folder takes no files */
export function copyConfig(path: string): ConfigCopy {
  const before = readText(path)
  // A link to a file elsewhere, as in a folder of dotfiles, stays a link.
  const target = before === undefined ? path : realpathSync(path)
  const mode = before === undefined ? 0o600 : statSync(target).mode & 0o777
  const folder = makeFolder(path, target)
  const copy = join(folder, 'config.json')
  writeFileSync(copy, before ?? emptyFile, { mode: 0o600 })
  return {
    path: copy,
    replace() {
      const after = readFileSync(copy, 'utf8')
      parseConfig(path, after)
      if (readText(path) !== before)
        throw fail('CONFIG_INVALID', { path, reason: 'another program changed it while it was edited' })
      if (after === (before ?? emptyFile)) return false
      chmodSync(copy, mode)
      renameSync(copy, target)
      return true
    },
    discard: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function makeFolder(path: string, target: string): string {
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    return mkdtempSync(join(dirname(target), '.edit-'))
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw fail('CONFIG_INVALID', { path, reason: `no copy can be made beside it (${reason})` }, { cause: error })
  }
}
