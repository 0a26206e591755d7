import { defineCommand } from '#cli/define-command'
import { sanitize } from '#cli/out/safe-text'
import { parseText } from '#cli/parse/plain'
import { accountView } from '#cli/views/account/account'
import { fail } from '#domain/errors'

export const remove = defineCommand({
  name: 'wallet-remove',
  about: 'Take an account out of the list. Its file is kept under another name, as a deleted key is gone for good.',
  examples: ['wallet remove old'],
  arguments: { name: { about: 'name of the account', parse: parseText } },
  options: { allowRemoval: { flag: '--allow-removal', about: 'do not ask' } },
  schema: async () => (await import('#cli/schemas/account/account')).AccountRemoval,

  async run({ accounts, prompts, out, settings }, { name, allowRemoval }) {
    const book = await accounts()
    const account = (await book.list()).find((one) => one.name === name)
    if (account === undefined) throw fail('ACCOUNT_NOT_FOUND', { name, places: settings.paths.keystores })
    const view = accountView(account)
    if (!allowRemoval)
      await prompts.confirmTyped(`Remove ${view.name} ${view.address ?? ''}?`, account.name, '--allow-removal')
    const keptAt = sanitize(await book.remove(name), 300)
    out.printResult({
      data: { ...view, keptAt },
      lines: ({ paint }) => [`${paint.good('✔')} ${view.name} is removed`, `  Its file is now  ${keptAt}`],
    })
  },
})
