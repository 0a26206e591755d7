import { defineCommand } from '#cli/define-command'
import { parseText } from '#cli/parse/plain'
import { setConfig } from '#cli/settings/edit-config'
import { findAccountByWord } from '#cli/talk/choose-account'
import { accountView } from '#cli/views/account/account'

export const use = defineCommand({
  name: 'wallet-use',
  about: 'Choose the account that pays and signs from now on.',
  examples: ['wallet use main'],
  arguments: { name: { about: 'name or address', parse: parseText, completes: 'account' } },
  options: {},
  schema: async () => (await import('#cli/schemas/account/account')).AccountDetails,

  async run({ accounts, settings, out }, { name }) {
    const account = await findAccountByWord(await accounts(), name)
    const key = settings.profile === 'default' ? 'account' : `profiles.${settings.profile}.account`
    await setConfig({ path: settings.paths.config, key }, [account.name])
    const view = accountView(account)
    out.printResult({
      data: view,
      lines: ({ paint }) => [`${paint.good('✔')} ${view.name}  ${view.address} signs from now on`],
    })
  },
})
