import { defineCommand } from '#cli/define-command'
import { integerParser, parseText } from '#cli/parse/plain'
import { dbOption, keyView } from './key.ts'

export const add = defineCommand({
  name: 'serve-keys-add',
  about: 'Create a key. It is shown once and not stored.',
  examples: ['serve keys add alice', 'serve keys add partner --days 90'],
  arguments: { name: { about: 'owner of the key', parse: parseText, ask: 'Whose key is it?' } },
  options: { ...dbOption, days: { flag: '--days <n>', about: 'until it expires', parse: integerParser(1, 36_500) } },
  schema: async () => (await import('#cli/schemas/serve')).NewKey,

  async run({ host, settings, clock, out }, { name, days, db }) {
    const { keys } = await host(db ?? settings.get('serve.db'))
    const life = days === undefined ? {} : { lifeSeconds: days * 86_400 }
    const { key, text } = await keys.add({ name, ...life })
    out.printResult({
      data: { key: keyView(key, clock.now()), text },
      lines: ({ paint }) => [
        `${paint.good('✔')} Key ${key.id}. Keep it now: it is not shown again.`,
        `  ${text}`,
        `  ${paint.dim('Send it as the header apikey to the authenticated address.')}`,
      ],
    })
  },
})
