import { defineCommand } from '#cli/define-command'
import { plainText } from '#cli/parse/plain'
import { unsetConfig } from '#cli/settings/edit'
import { fail } from '#domain/errors'

export const unset = defineCommand({
  name: 'config-unset',
  about: 'Take a setting out of the config file, also one that swapline does not know.',
  examples: ['config unset network'],
  arguments: { key: { about: 'name of the setting', parse: plainText } },
  options: {},
  mendsConfig: true,
  schema: async () => (await import('#cli/schemas/config')).ConfigUnset,

  async run({ settings, out }, { key }) {
    const place = settings.profile === 'default' ? key : `profiles.${settings.profile}.${key}`
    const { config: path } = settings.paths
    if (!(await unsetConfig({ path, key: place }))) throw fail('CONFIG_KEY_UNKNOWN', { key: place })
    out.result({ data: { key: place, path }, lines: ({ paint }) => [`${paint.good('✔')} ${place} is no longer set`] })
  },
})
