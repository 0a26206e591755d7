import type { Context } from '#cli/context'
import { defineCommand } from '#cli/define-command'
import { plainText } from '#cli/parse/plain'
import { maskedUrl } from '#cli/parse/url'
import { setConfig } from '#cli/settings/edit'
import { fail } from '#domain/errors'

export const set = defineCommand({
  name: 'config-set',
  about: 'Keep a setting in the config file; with --profile in that profile.',
  examples: ['config set network base', 'config set networks.base.rpc https://a.example https://b.example'],
  arguments: {
    key: { about: 'name of the setting, as in config list', parse: plainText },
    value: { about: 'its value; several for a list', parse: plainText, rest: true },
  },
  options: {},
  mendsConfig: true,
  schema: async () => (await import('#cli/schemas/config')).ConfigChange,

  async run(context, { key, value }) {
    const { settings, out } = context
    const place = settings.profile === 'default' ? key : `profiles.${settings.profile}.${key}`
    const words = await checked(key, value)
    const { config: path } = settings.paths
    await setConfig({ path, key: place }, words)

    const shown = words.map(maskedUrl)
    out.result({
      data: { key: place, value: shown, path },
      lines: ({ paint }) => [`${paint.good('✔')} ${place} = ${shown.join(' ')}`, ...shadows(context, key)],
    })
  },
})

/** A network is kept by its name, and only when there is one. */
async function checked(key: string, words: readonly string[]): Promise<readonly string[]> {
  if (words.length === 0)
    throw fail('USAGE', { reason: 'Missing: <value>.', fix: `swapline config set ${key} <value>` })
  if (!/(^|\.)network$/.test(key)) return words
  const { findNetwork } = await import('#networks/find')
  return words.map((word) => findNetwork(word).name)
}

/** What is stronger than the file is said, or the change would seem to do nothing. */
function shadows({ settings }: Context, key: string): readonly string[] {
  if (key.startsWith('profiles.')) return []
  const [first] = settings.said(key)
  const stronger = first?.origin.source === 'environment' || first?.origin.source === 'flag'
  return stronger ? [`  ${first.origin.where} is set too, and stronger.`] : []
}
