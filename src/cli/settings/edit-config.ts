/** Writes the config file: the only place that loads `conf`, which writes atomically and with mode 0600. */
import { basename, dirname, extname } from 'node:path'
import {
  findStoredSetting,
  parseConfig,
  parseJsonObject,
  readText,
  reasonOf,
  schemaVersion,
  splitProfile,
} from '#cli/settings/config-file'
import { withoutSetting, withSetting } from '#cli/settings/config-keys'
import { fail, isFailure } from '#domain/errors'

export interface ConfigPlace {
  readonly path: string
  readonly key: string
}

/**
 * Replaces the setting in every spelling.
 * @param words as a user writes them; a repeatable setting takes several
 * @throws `CONFIG_INVALID` if the file is invalid elsewhere, `CONFIG_KEY_UNKNOWN`, `USAGE` for a value that the key cannot have
 */
export async function setConfig({ path, key }: ConfigPlace, words: readonly string[]): Promise<void> {
  const row = findStoredSetting(splitProfile(key)[1], key)
  for (const word of words) checkWord(key, word, row.parse)
  const before = parseJsonObject(path, readText(path) ?? '{}')
  const value = row.repeat ? words : toJsonValue(words[0] ?? '')
  const after = withSetting({ schemaVersion, ...before }, key, value)
  parseConfig(path, JSON.stringify(after))
  ;(await openConf(path)).store = after
}

function checkWord(key: string, word: string, parse: (text: string) => unknown): void {
  try {
    parse(word)
  } catch (error) {
    if (!isFailure(error, 'VALIDATION_FAILED')) throw error
    throw fail('USAGE', { reason: `${key}: ${reasonOf(error)}.`, fix: `swapline config explain ${key}` })
  }
}

/**
 * Removes a key, known or not, in every spelling: this repairs a file with a wrong key.
 * @returns false if it is not there
 * @throws `CONFIG_INVALID` if the file is no JSON object
 */
export async function unsetConfig({ path, key }: ConfigPlace): Promise<boolean> {
  const text = readText(path)
  if (text === undefined) return false
  const before = parseJsonObject(path, text)
  const after = withoutSetting(before, key)
  if (JSON.stringify(after) === JSON.stringify(before)) return false
  ;(await openConf(path)).store = after
  return true
}

async function openConf(path: string) {
  const { default: Conf } = await import('conf')
  const ending = extname(path)
  return new Conf<Record<string, unknown>>({
    cwd: dirname(path),
    configName: basename(path, ending),
    fileExtension: ending.slice(1),
    configFileMode: 0o600,
    // An unreadable file is for the user to repair, and never emptied.
    clearInvalidConfig: false,
  })
}

/** Numbers and booleans are stored as such. */
function toJsonValue(word: string): string | number | boolean {
  if (/^(0|[1-9]\d{0,14})$/.test(word)) return Number(word)
  return word === 'true' || word === 'false' ? word === 'true' : word
}
