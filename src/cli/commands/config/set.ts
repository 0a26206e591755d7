import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { parseText } from '#cli/parse/plain'
import { setConfig } from '#cli/settings/edit-config'
import { fail } from '#domain/errors'
import { maskUrl } from '#text/mask-url'

export const set = defineCommand({
  name: 'config-set',
  about: 'Store a setting in the config file; with --profile in that profile.',
  examples: ['config set network base', 'config set networks.base.rpc https://a.example https://b.example'],
  arguments: {
    key: { about: 'name of the setting, as in config list', parse: parseText, completes: 'setting' },
    value: { about: 'its value; several for a list', parse: parseText, rest: true, completes: 'setting-value' },
  },
  options: {},
  toleratesBadConfig: true,
  schema: async () => (await import('#cli/schemas/config')).ConfigChange,

  async run(context, { key, value }) {
    const { settings, out } = context
    const place = settings.profile === 'default' ? key : `profiles.${settings.profile}.${key}`
    const words = await resolveWords(key, value)
    const { config: path } = settings.paths
    await setConfig({ path, key: place }, words)

    const shown = words.map(maskUrl)
    out.printResult({
      data: { key: place, value: shown, path },
      lines: ({ paint }) => [`${paint.good('✔')} ${place} = ${shown.join(' ')}`, ...overrideNotes(context, key)],
      warnings: await findAccountWarnings(context, key, words),
    })
  },
})

/** A network is stored by its name, and only if it exists. */
async function resolveWords(key: string, words: readonly string[]): Promise<readonly string[]> {
  if (words.length === 0)
    throw fail('USAGE', { reason: 'Missing: <value>.', fix: `swapline config set ${key} <value>` })
  if (!/(^|\.)network$/.test(key)) return words
  const { findNetwork } = await import('#networks/find')
  return words.map((word) => findNetwork(word).name)
}

/** An account may be made later, so a name that is not there is stored, but not without a word. */
async function findAccountWarnings({ accounts }: Context, key: string, [word = '']: readonly string[]) {
  if (!/(^|\.)account$/.test(key)) return []
  const all = await (await accounts()).list()
  const isKnown = all.some(({ name, address }) => name === word || address === word.toLowerCase())
  return isKnown
    ? []
    : [{ code: 'ACCOUNT_NOT_FOUND', message: `There is no account "${word}" here yet: swapline wallet list` }]
}

/** Notes sources that override the file; otherwise the change would seem to have no effect. */
function overrideNotes({ settings }: Context, key: string): readonly string[] {
  if (key.startsWith('profiles.')) return []
  const [first] = settings.getSources(key)
  const stronger = first?.origin.source === 'environment' || first?.origin.source === 'flag'
  return stronger ? [`  ${first.origin.where} is also set, and takes precedence.`] : []
}
