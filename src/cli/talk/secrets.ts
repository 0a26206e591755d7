/** Passwords from standard input, a file, the environment or a terminal. Never an argument. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import type { Settings } from '#cli/settings/settings'
import type { Prompts } from '#cli/talk/prompts'
import { fail } from '#domain/errors'
import type { Secrets } from '#domain/trade/accounts'
import type { Env } from '#system/env'

export interface SecretsContext {
  readonly settings: Settings
  readonly env: Env
  readonly prompts: Prompts
  /** All of standard input. */
  readonly readStdin: () => Promise<string>
}

export interface CommandSecrets extends Secrets {
  /** Where the last password came from: a flag, a file, a variable; `undefined` if it was typed. */
  getSource(): string | undefined
}

export function createSecrets({ settings, env, prompts, readStdin: readInput }: SecretsContext): CommandSecrets {
  let input: Promise<string> | undefined
  let source: string | undefined

  /** An empty password is valid for opening a key but not for creating one; `undefined` if none is provided. */
  async function readPassword(): Promise<string | undefined> {
    if (settings.get('passwordStdin')) {
      input ??= readInput()
      source = 'standard input (--password-stdin)'
      return trimLineEnd(await input)
    }
    const file = settings.get('passwordFile')
    if (file !== undefined) {
      source = `the file ${file}`
      return trimLineEnd(readPrivateFile(file, { what: 'password', flag: '--password-file' }))
    }
    const { SWAPLINE_PASSWORD } = env
    source = SWAPLINE_PASSWORD === undefined ? undefined : 'the variable SWAPLINE_PASSWORD'
    return SWAPLINE_PASSWORD
  }

  return {
    getSource: () => source,

    async password(account) {
      const found = await readPassword()
      if (found !== undefined) return found
      if (!prompts.canAsk) throw fail('PASSWORD_NEEDED', { account })
      return prompts.askSecret(`Password of ${account}:`)
    },

    async newPassword(account) {
      const found = await readPassword()
      if (found !== undefined) return found
      if (!prompts.canAsk) throw fail('PASSWORD_NEEDED', { account })
      for (let tries = 0; tries < 3; tries++) {
        const again = tries === 0 ? '' : 'The two passwords differ. '
        const first = await prompts.askSecret(`${again}New password for ${account}:`)
        if ((await prompts.askSecret('The same again:')) === first) return first
      }
      throw fail('USAGE', { reason: 'The two passwords differed three times. Nothing was written.' })
    },
  }
}

/** Editors and `echo` end a file with a line end that is not part of the password. */
const trimLineEnd = (text: string): string => text.replace(/\r?\n$/, '')

/** What a secret file holds, and the flag that names it. */
interface SecretFile {
  readonly what: string
  readonly flag: string
}

/**
 * The text of a file that only its owner can read. Checks and reads through one descriptor, so both see the same file.
 * @throws `UNSAFE_MODE` for a symbolic link and if others can read the file, `SECRET_FILE_UNREADABLE` if we cannot
 */
export function readPrivateFile(path: string, file: SecretFile): string {
  try {
    if (lstatSync(path).isSymbolicLink()) throw fail('UNSAFE_MODE', { path, mode: 'link', wanted: '600' })
    // Windows lacks the flag and does not need it
    return readOwnedFile(path, openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)))
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('E'))
      throw fail(
        'SECRET_FILE_UNREADABLE',
        { ...file, path, reason: reasons[error.code] ?? error.code },
        { cause: error },
      )
    throw error
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'you may not read it',
  EISDIR: 'it is a folder',
}

function readOwnedFile(path: string, file: number): string {
  try {
    const mode = fstatSync(file).mode & 0o777
    if ((mode & 0o077) !== 0) throw fail('UNSAFE_MODE', { path, mode: mode.toString(8), wanted: '600' })
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}
