/** Passwords from where users keep them: standard input, a file, the environment, a terminal. Never an argument. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import type { Env } from '#cli/env'
import type { Prompts } from '#cli/prompts'
import type { Settings } from '#cli/settings/settings'
import type { Secrets } from '#domain/accounts'
import { fail } from '#domain/errors'

export interface SecretsContext {
  readonly settings: Settings
  readonly env: Env
  readonly prompts: Prompts
  /** All of standard input. */
  readonly readInput: () => Promise<string>
}

export function createSecrets({ settings, env, prompts, readInput }: SecretsContext): Secrets {
  let input: Promise<string> | undefined

  /** An empty password is one, which opens a key but makes none; `undefined` means that nothing gives any. */
  async function given(): Promise<string | undefined> {
    if (settings.get('passwordStdin')) {
      input ??= readInput()
      return oneLine(await input)
    }
    const file = settings.get('passwordFile')
    if (file !== undefined) return oneLine(privateText(file))
    const { SWAPLINE_PASSWORD } = env
    return SWAPLINE_PASSWORD
  }

  return {
    async password(account) {
      const found = await given()
      if (found !== undefined) return found
      if (!prompts.possible) throw fail('PASSWORD_NEEDED', { account })
      return prompts.hidden(`Password of ${account}:`)
    },

    async newPassword(account) {
      const found = await given()
      if (found !== undefined) return found
      if (!prompts.possible) throw fail('PASSWORD_NEEDED', { account })
      for (let tries = 0; tries < 3; tries++) {
        const first = await prompts.hidden(`New password for ${account}:`)
        if ((await prompts.hidden('The same again:')) === first) return first
      }
      throw fail('USAGE', { reason: 'The two passwords differed three times. Nothing was written.' })
    },
  }
}

/** Editors and `echo` end a file with a line end that is no part of the password. */
const oneLine = (text: string): string => text.replace(/\r?\n$/, '')

/**
 * The text of a file that only its owner can read. What was checked is what is read: both go through one descriptor.
 * @throws `UNSAFE_MODE` for a symbolic link and where others can read the file, `KEYSTORE_UNREADABLE` where we cannot
 */
export function privateText(path: string): string {
  try {
    if (lstatSync(path).isSymbolicLink()) throw fail('UNSAFE_MODE', { path, mode: 'link', wanted: '600' })
    // the flag is missing on Windows, where there is nothing to say with it
    return readOwn(path, openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)))
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('E'))
      throw fail('KEYSTORE_UNREADABLE', { path, reason: error.code }, { cause: error })
    throw error
  }
}

function readOwn(path: string, file: number): string {
  try {
    const mode = fstatSync(file).mode & 0o777
    if ((mode & 0o077) !== 0) throw fail('UNSAFE_MODE', { path, mode: mode.toString(8), wanted: '600' })
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}
