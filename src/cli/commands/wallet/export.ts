import { defineCommand } from '#cli/define-command'
import { parseText } from '#cli/parse/plain'
import { findAccountByWord } from '#cli/talk/choose-account'
import { accountView } from '#cli/views/account/account'
import { fail } from '#domain/errors'

export const exportKey = defineCommand({
  name: 'wallet-export',
  about: 'Show an account’s private key, on a terminal only: who sees it owns the account.',
  examples: ['wallet export main'],
  arguments: { name: { about: 'name or address', parse: parseText } },
  options: {},
  schema: async () => (await import('#cli/schemas/account/account')).AccountDetails,

  async run({ accounts, prompts, settings, out }, { name }) {
    if (!prompts.canAsk || process.stdout.isTTY !== true || settings.get('output.format') !== 'human')
      throw fail('USAGE', {
        reason: 'A private key is shown on a terminal only, never written to a file or a pipe.',
        fix: `run it in a terminal: swapline wallet export ${name}`,
      })
    const book = await accounts()
    const account = await findAccountByWord(book, name)
    await prompts.confirmTyped('Who sees the key can take everything, for good.', account.name, 'a terminal')
    const key = await book.exportKey(account)
    const view = accountView(account)
    out.printResult({
      data: view,
      lines: ({ paint }) => [
        `  ${view.name}  ${view.address}`,
        `  ${key}`,
        `  ${paint.warn('Clear the screen, and paste it nowhere but into a wallet.')}`,
      ],
    })
  },
})
