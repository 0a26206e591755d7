import { defineCommand } from '#cli/define-command'
import { parseText } from '#cli/parse/plain'
import { describeSetting } from '#cli/settings/describe-setting'
import { getSetting, isSettingName } from '#cli/settings/table'

export const explain = defineCommand({
  name: 'config-explain',
  about: 'Show where the value of a setting comes from and what it overrode.',
  examples: ['config explain network'],
  arguments: { key: { about: 'name of the setting, as in config list', parse: parseText, completes: 'setting' } },
  options: {},
  schema: async () => (await import('#cli/schemas/config')).ConfigExplanation,

  async run({ settings, out }, { key }) {
    const { value, source, where, overrode } = describeSetting(settings, key, false)
    const about = isSettingName(key) ? getSetting(key).about : ''
    out.printResult({
      data: { key, about, value: value ?? null, source, where, overrode },
      lines: ({ paint }) => [
        `  ${key} = ${value ?? '(not set)'}`,
        ...(about === '' ? [] : [paint.dim(`  ${about}`)]),
        `  from ${source}: ${where}`,
        ...overrode.map((other) => paint.dim(`  over ${other.value} from ${other.source}: ${other.where}`)),
      ],
    })
  },
})
