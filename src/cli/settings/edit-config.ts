/** Writes the config file: the only place that loads `conf`, which writes atomically and with mode 0600. */
import { basename, dirname, extname } from 'node:path'
import { findStoredSetting, readConfig, splitProfile } from '#cli/settings/config-file'

export interface ConfigPlace {
  readonly path: string
  readonly key: string
}

/**
 * @param words as a user writes them; a repeatable setting takes several
 * @throws `CONFIG_INVALID` if the file is currently invalid, `CONFIG_KEY_UNKNOWN`, `VALIDATION_FAILED`
 */
export async function setConfig({ path, key }: ConfigPlace, words: readonly string[]): Promise<void> {
  const row = findStoredSetting(splitProfile(key)[1], key)
  for (const word of words) row.parse(word)
  readConfig(path)
  const store = await openConf(path)
  store.set({ schemaVersion: 1 })
  store.set(key, row.repeat ? words : toJsonValue(words[0] ?? ''))
}

/** Removes a key, known or not: this repairs a file with a wrong key. */
export async function unsetConfig({ path, key }: ConfigPlace): Promise<boolean> {
  const store = await openConf(path)
  if (!store.has(key)) return false
  store.delete(key)
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
