import { defineCommand } from '#cli/define-command'
import { formatTable } from '#cli/screens/layout/table'
import { listStoredNames } from '#cli/settings/config-file'
import { describeSetting } from '#cli/settings/describe-setting'
import { checkReveal } from '#cli/talk/check-reveal'

export const list = defineCommand({
  name: 'config-list',
  about: 'List every setting with its value and its source.',
  examples: ['config list', 'config list --json'],
  arguments: {},
  options: { reveal: { flag: '--reveal', about: 'show full endpoints; only on a terminal' } },
  forms: ['csv'],
  schema: async () => (await import('#cli/schemas/config')).ConfigList,

  async run({ settings, out }, { reveal }) {
    const keys = [...listStoredNames().filter((name) => !name.includes('<')), ...settings.networkKeys]
    const shown = keys.map((key) => describeSetting(settings, key, checkReveal(reveal)))
    const rows = shown.map(({ key, value, source }) => [key, value ?? '', value === undefined ? '' : source])
    out.printResult({
      data: { settings: shown.map(({ key, value, source, where }) => ({ key, value: value ?? null, source, where })) },
      lines: (screen) => formatTable([{ title: 'SETTING' }, { title: 'VALUE' }, { title: 'FROM' }], rows, screen),
      table: [['setting', 'value', 'from'], ...rows],
    })
  },
})
