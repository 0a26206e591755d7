import { defineCommand } from '#cli/define-command'
import { canReveal } from '#cli/reveal'
import { table } from '#cli/screens/table'
import { storedNames } from '#cli/settings/config-file'
import { shownSetting } from '#cli/settings/shown'

export const list = defineCommand({
  name: 'config-list',
  about: 'List every setting with its value and where that comes from.',
  examples: ['config list', 'config list --json'],
  arguments: {},
  options: { reveal: { flag: '--reveal', about: 'show endpoints whole; only on a terminal' } },
  forms: ['csv'],
  schema: async () => (await import('#cli/schemas/config')).ConfigList,

  async run({ settings, out }, { reveal }) {
    const keys = [...storedNames().filter((name) => !name.includes('<')), ...settings.networkKeys]
    const shown = keys.map((key) => shownSetting(settings, key, canReveal(reveal)))
    const rows = shown.map(({ key, value, source }) => [key, value ?? '', value === undefined ? '' : source])
    out.result({
      data: { settings: shown.map(({ key, value, source, where }) => ({ key, value: value ?? null, source, where })) },
      lines: (screen) => table([{ title: 'SETTING' }, { title: 'VALUE' }, { title: 'FROM' }], rows, screen),
      table: [['setting', 'value', 'from'], ...rows],
    })
  },
})
