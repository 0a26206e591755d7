import { defineCommand } from '#cli/define-command'
import { formatTable } from '#cli/screens/layout/table'
import { contactView } from '#cli/views/account/contact'

export const list = defineCommand({
  name: 'contacts-list',
  about: 'List the named addresses.',
  examples: ['contacts list'],
  arguments: {},
  options: {},
  forms: ['csv'],
  schema: async () => (await import('#cli/schemas/account/contacts')).ContactList,

  async run(context) {
    const contacts = (await context.addressBook()).contacts().map(contactView)
    const rows = contacts.map(({ name, address }) => [name, address])
    context.out.printResult({
      data: { contacts },
      lines: (screen) =>
        rows.length === 0
          ? ['  No contacts yet.', `  Next  ${screen.paint.next('swapline contacts add <name> <address>')}`]
          : formatTable([{ title: 'NAME' }, { title: 'ADDRESS' }], rows, screen),
      table: [['name', 'address'], ...rows],
    })
  },
})
