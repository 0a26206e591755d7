import { defineCommand } from '#cli/define-command'
import { parseText } from '#cli/parse/plain'
import { describeSetting } from '#cli/settings/describe-setting'
import { checkReveal } from '#cli/talk/check-reveal'

export const get = defineCommand({
  name: 'config-get',
  about: 'Print the effective value of a setting.',
  examples: ['config get network', 'config get trade.slippagePpm'],
  arguments: { key: { about: 'name of the setting, as in config list', parse: parseText, completes: 'setting' } },
  options: { reveal: { flag: '--reveal', about: 'show full endpoints; only on a terminal' } },
  schema: async () => (await import('#cli/schemas/config')).ConfigValue,

  async run({ settings, out }, { key, reveal }) {
    const { value } = describeSetting(settings, key, checkReveal(reveal))
    out.printResult({ data: { key, value: value ?? null }, lines: () => [value ?? ''], isVerbatim: true })
  },
})
