import { defineCommand } from '#cli/define-command'
import { formatTable } from '#cli/screens/layout/table'
import { accountView } from '#cli/views/account/account'

export const list = defineCommand({
  name: 'wallet-list',
  about: 'List the accounts, without opening any.',
  examples: ['wallet list'],
  arguments: {},
  options: {},
  forms: ['csv'],
  schema: async () => (await import('#cli/schemas/account/account')).AccountList,

  async run({ accounts, settings, out }) {
    const chosen = settings.get('account')
    const views = (await (await accounts()).list()).map(accountView)
    const rows = views.map(({ name, address, kind, path, flaw }) => [
      name,
      address ?? flaw ?? 'not in the file',
      kind,
      path,
    ])
    const isChosen = (row: readonly string[]): boolean => chosen !== undefined && row.includes(chosen)
    out.printResult({
      data: { accounts: views, chosen: chosen ?? null },
      lines: (screen) =>
        views.length === 0
          ? ['  No accounts yet.', `  Next  ${screen.paint.next('swapline wallet new <name>')}`]
          : formatTable(
              [{ title: 'NAME' }, { title: 'ADDRESS' }, { title: 'KIND' }, { title: 'KEY FILE' }],
              rows.map(([name = '', ...rest]) => [isChosen([name, ...rest]) ? `${name} (chosen)` : name, ...rest]),
              screen,
            ),
      table: [['name', 'address', 'kind', 'path'], ...rows],
    })
  },
})
