/** Writes the config file: the only place that loads `conf`, which writes atomically and with mode 0600. */
import { basename, dirname, extname } from 'node:path'
import { profileOf, readConfig, storedSetting } from '#cli/settings/config-file'

export interface Edit {
  readonly path: string
  readonly key: string
}

/**
 * @param words as a user writes them; a setting that repeats takes several
 * @throws `CONFIG_INVALID` where the file is not valid now, `CONFIG_KEY_UNKNOWN`, `VALIDATION_FAILED`
 */
export async function setConfig({ path, key }: Edit, words: readonly string[]): Promise<void> {
  const row = storedSetting(profileOf(key)[1], key)
  for (const word of words) row.parse(word)
  readConfig(path)
  const store = await open(path)
  store.set({ schemaVersion: 1 })
  store.set(key, row.repeat ? words : typed(words[0] ?? ''))
}

/** Takes a key out, whether or not we know it: a file with a wrong key is mended so. */
export async function unsetConfig({ path, key }: Edit): Promise<boolean> {
  const store = await open(path)
  if (!store.has(key)) return false
  store.delete(key)
  return true
}

async function open(path: string) {
  const { default: Conf } = await import('conf')
  const ending = extname(path)
  return new Conf<Record<string, unknown>>({
    cwd: dirname(path),
    configName: basename(path, ending),
    fileExtension: ending.slice(1),
    configFileMode: 0o600,
    // A file that we cannot read is the user's to mend, never ours to empty.
    clearInvalidConfig: false,
  })
}

/** Numbers and yes or no stand in the file as such. */
function typed(word: string): string | number | boolean {
  if (/^(0|[1-9]\d{0,14})$/.test(word)) return Number(word)
  return word === 'true' || word === 'false' ? word === 'true' : word
}
