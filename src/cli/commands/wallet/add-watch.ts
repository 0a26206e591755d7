import { defineCommand } from '#cli/define-command'
import { parseAccountName } from '#cli/parse/account-name'
import { parseAddress } from '#cli/parse/address'
import { accountView } from '#cli/views/account/account'

export const addWatch = defineCommand({
  name: 'wallet-add-watch',
  words: 'wallet add-watch',
  about: 'Add an address without its key: quotes, balances, dry runs and history, no signatures.',
  examples: ['wallet add-watch treasury 0x…'],
  arguments: {
    name: { about: 'name of the account', parse: parseAccountName },
    address: { about: 'its address', parse: parseAddress },
  },
  options: {},
  schema: async () => (await import('#cli/schemas/account/account')).AccountDetails,

  async run({ accounts, out }, { name, address }) {
    const view = accountView(await (await accounts()).addWatch(name, address))
    out.printResult({
      data: view,
      lines: ({ paint }) => [
        `${paint.good('✔')} ${view.name}  ${view.address}  watched`,
        `  Next  ${paint.next(`swapline balances -a ${name}`)}`,
      ],
    })
  },
})
