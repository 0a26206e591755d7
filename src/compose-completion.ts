/** Completes a half-typed line: the shell waits for it at every Tab, so this loads as little as the line needs. */
import { join } from 'node:path'
import { findWords, type LiveWords } from '#cli/completion/find-words'
import { formatWords, joinCutWords, type Shell, shells } from '#cli/completion/format-words'
import { readTable } from '#cli/completion/read-table'
import type { OfferedWord } from '#cli/completion/table'
import { isSandbox } from '#domain/sandbox'
import type { Env } from '#system/env'

/**
 * @param words what the shell's function hands over: its name, `--`, and the words after the program's name
 * @returns what it reads; empty for anything it cannot mean
 */
export async function complete([shell, , ...words]: readonly string[], env: Env): Promise<string> {
  const known = shells.find((name) => name === shell)
  if (known === undefined) return ''
  return formatWords(await findWords(readTable(), createLiveWords(env), wordsOf(known, words)), known)
}

const wordsOf = (shell: Shell, words: readonly string[]): readonly string[] =>
  shell === 'bash' ? joinCutWords(words) : words

/** Nothing here may spoil the line that is being typed: what cannot be read offers no words. */
function createLiveWords(env: Env): LiveWords {
  return {
    async settings(given) {
      const { createEmptyConfig, readConfig } = await import('#cli/settings/config-file')
      const { resolveConfigPath } = await import('#cli/settings/paths')
      const { createSettings } = await import('#cli/settings/resolve')
      const { isSettingName } = await import('#cli/settings/table')
      const flags = new Map(
        [...given].flatMap(([name, value]) => (isSettingName(name) ? [[name, value] as const] : [])),
      )
      const { SWAPLINE_CONFIG } = env
      const path = resolveConfigPath(given.get('config')?.[0] ?? SWAPLINE_CONFIG, env)
      const file = await orElse(createEmptyConfig(path), async () => readConfig(path))
      return createSettings({ flags, env, file })
    },
    async profiles({ paths }) {
      const { readConfig } = await import('#cli/settings/config-file')
      const file = await orElse(undefined, async () => readConfig(paths.config))
      return [...(file?.profiles.keys() ?? [])].map((word) => ({ word, about: 'profile' }))
    },
    async accounts(settings) {
      const { listKeyFiles } = await import('#wallet/key-files')
      const known = { of: async () => undefined, learn: async () => undefined }
      const found = await Promise.all(settings.paths.keystores.map((folder) => listKeyFiles(known, folder)))
      const network = settings.get('network')
      const own = found.flat().map(({ name, address }) => ({ word: name, about: address ?? 'key file' }))
      return network !== undefined && isSandbox(network) ? [...own, ...(await listDevelopmentAccounts())] : own
    },
    quotes: (settings) =>
      orElse([], async () => {
        const { listRecentQuotes } = await import('#store/recent-ids')
        const quotes = await listRecentQuotes(join(settings.paths.state, 'swapline.db'))
        const words = quotes.map(({ id, sell, buy, network }) => ({
          word: id.slice(0, 8),
          about: `${sell} to ${buy} on ${network}`,
        }))
        return withLast(words, 'the newest quote')
      }),
    intents: (settings) =>
      orElse([], async () => {
        const { listRecentIntents } = await import('#store/recent-ids')
        const intents = await listRecentIntents(join(settings.paths.state, 'swapline.db'))
        const words = intents.map(({ id, key, kind, network }) => ({
          word: /^(?:quote|approve|deploy):/.test(key) ? id.slice(0, 8) : key,
          about: `${kind} on ${network}`,
        }))
        return withLast(words, 'the newest swap')
      }),
  }
}

async function listDevelopmentAccounts(): Promise<readonly OfferedWord[]> {
  const { devAccounts } = await import('#sandbox/dev-accounts')
  return devAccounts.map(({ name, address }) => ({ word: name, about: `${address}, of the sandbox` }))
}

const withLast = (words: readonly OfferedWord[], about: string): readonly OfferedWord[] =>
  words.length === 0 ? [] : [{ word: 'last', about }, ...words]

async function orElse<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    return otherwise
  }
}
