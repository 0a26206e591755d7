import { defineCommand } from '#cli/define-command'
import { dbOption, keyLine, keyView } from './key.ts'

export const list = defineCommand({
  name: 'serve-keys-list',
  about: 'List the keys with their owners and expiry.',
  examples: ['serve keys list'],
  arguments: {},
  options: dbOption,
  schema: async () => (await import('#cli/schemas/serve')).Keys,

  async run({ host, settings, clock, out }, { db }) {
    const { keys } = await host(db ?? settings.get('serve.db'))
    const all = await keys.list()
    const now = clock.now()
    out.printResult({
      data: { keys: all.map((key) => keyView(key, now)) },
      lines: ({ paint }) =>
        all.length === 0
          ? [`No keys yet. ${paint.next('swapline serve keys add <name>')}`]
          : all.map((key) => keyLine(key, now)),
    })
  },
})
