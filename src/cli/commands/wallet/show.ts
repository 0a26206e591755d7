import { defineCommand } from '#cli/define-command'
import { parseText } from '#cli/parse/plain'
import { chooseAccount, findAccountByWord } from '#cli/talk/choose-account'
import { accountView } from '#cli/views/account/account'

export const show = defineCommand({
  name: 'wallet-show',
  about: 'Show one account: the named one, or the one that would sign.',
  examples: ['wallet show', 'wallet show main --get data.address'],
  arguments: {
    name: { about: 'name or address', parse: parseText, optional: true, completes: 'account' },
  },
  options: {},
  schema: async () => (await import('#cli/schemas/account/account')).AccountDetails,

  async run(context, { name }) {
    const account =
      name === undefined ? await chooseAccount(context) : await findAccountByWord(await context.accounts(), name)
    const view = accountView(account)
    context.out.printResult({
      data: view,
      lines: () => [
        `  ${view.name}`,
        `  Address   ${view.address}`,
        `  Kind      ${view.kind}`,
        `  Key file  ${view.path}`,
      ],
    })
  },
})
