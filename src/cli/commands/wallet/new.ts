import { defineCommand } from '#cli/define-command'
import { parseAccountName } from '#cli/parse/account-name'
import { accountView } from '#cli/views/account/account'

export const newAccount = defineCommand({
  name: 'wallet-new',
  about: 'Create a key and store it in an encrypted file.',
  examples: ['wallet new main', 'wallet new bot --password-file ~/.bot-password'],
  arguments: { name: { about: 'name of the account', parse: parseAccountName, ask: 'Name of the account?' } },
  options: {},
  schema: async () => (await import('#cli/schemas/account/account')).AccountDetails,

  async run({ accounts, out }, { name }) {
    const account = await (await accounts()).create(name)
    const view = accountView(account)
    out.printResult({
      data: view,
      lines: ({ paint }) => [
        `${paint.good('✔')} ${view.name}  ${view.address}`,
        `  Key file  ${view.path}`,
        '  Keep a copy of it and its password: a lost key or password cannot be recovered.',
        `  Next      ${paint.next(`swapline wallet use ${name}`)}`,
      ],
    })
  },
})
