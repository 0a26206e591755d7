import { defineCommand } from '#cli/define-command'
import { plainText } from '#cli/parse/plain'
import { canReveal } from '#cli/reveal'
import { shownSetting } from '#cli/settings/shown'

export const get = defineCommand({
  name: 'config-get',
  about: 'Print the value that holds for a setting.',
  examples: ['config get network', 'config get trade.slippagePpm'],
  arguments: { key: { about: 'name of the setting, as in config list', parse: plainText } },
  options: { reveal: { flag: '--reveal', about: 'show endpoints whole; only on a terminal' } },
  schema: async () => (await import('#cli/schemas/config')).ConfigValue,

  async run({ settings, out }, { key, reveal }) {
    const { value } = shownSetting(settings, key, canReveal(reveal))
    out.result({ data: { key, value: value ?? null }, lines: () => [value ?? ''] })
  },
})
