import { defineCommand } from '#cli/define-command'
import { parseText } from '#cli/parse/plain'
import { dbOption, keyView } from './key.ts'

export const revoke = defineCommand({
  name: 'serve-keys-revoke',
  about: 'Revoke a key, immediately and permanently.',
  examples: ['serve keys revoke 7b3e91c4'],
  arguments: { id: { about: 'the 8 characters after sk_', parse: parseText, ask: 'Which key?' } },
  options: dbOption,
  schema: async () => (await import('#cli/schemas/serve')).RevokedKey,

  async run({ host, settings, clock, out }, { id, db }) {
    const { keys } = await host(db ?? settings.get('serve.db'))
    const key = await keys.revoke(id)
    out.printResult({
      data: { key: keyView(key, clock.now()) },
      lines: ({ paint }) => [`${paint.good('✔')} Key ${key.id} is revoked.`],
    })
  },
})
