import { defineCommand } from '#cli/define-command'
import { parseText } from '#cli/parse/plain'
import { unsetConfig } from '#cli/settings/edit-config'
import { fail } from '#domain/errors'

export const unset = defineCommand({
  name: 'config-unset',
  about: 'Remove a setting from the config file, even one unknown to swapline.',
  examples: ['config unset network'],
  arguments: { key: { about: 'name of the setting', parse: parseText, completes: 'setting' } },
  options: {},
  toleratesBadConfig: true,
  schema: async () => (await import('#cli/schemas/config')).ConfigUnset,

  async run({ settings, out }, { key }) {
    const place = settings.profile === 'default' ? key : `profiles.${settings.profile}.${key}`
    const { config: path } = settings.paths
    if (!(await unsetConfig({ path, key: place }))) throw fail('CONFIG_KEY_UNKNOWN', { key: place })
    out.printResult({
      data: { key: place, path },
      lines: ({ paint }) => [`${paint.good('✔')} ${place} is no longer set`],
    })
  },
})
