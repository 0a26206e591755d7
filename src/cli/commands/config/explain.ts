import { defineCommand } from '#cli/define-command'
import { plainText } from '#cli/parse/plain'
import { shownSetting } from '#cli/settings/shown'
import { anySetting, isSettingName } from '#cli/settings/table'

export const explain = defineCommand({
  name: 'config-explain',
  about: 'Say where the value of a setting comes from and what it overrode.',
  examples: ['config explain network'],
  arguments: { key: { about: 'name of the setting, as in config list', parse: plainText } },
  options: {},
  schema: async () => (await import('#cli/schemas/config')).ConfigExplained,

  async run({ settings, out }, { key }) {
    const { value, source, where, overrode } = shownSetting(settings, key, false)
    const about = isSettingName(key) ? anySetting(key).about : ''
    out.result({
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
