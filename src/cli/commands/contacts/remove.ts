import { defineCommand } from '#cli/define-command'
import { parseContactName } from '#cli/parse/recipient'
import { contactView } from '#cli/views/account/contact'
import { fail } from '#domain/errors'
import { findNearest } from '#domain/failures/find-nearest'
import { findContact } from '#domain/trade/address-book'

export const remove = defineCommand({
  name: 'contacts-remove',
  about: 'Forget a named address.',
  examples: ['contacts remove alice'],
  arguments: { name: { about: 'its name', parse: parseContactName } },
  options: {},
  schema: async () => (await import('#cli/schemas/account/contacts')).ContactDetails,

  async run(context, { name }) {
    const book = await context.addressBook()
    const contacts = book.contacts()
    const contact = findContact(contacts, name)
    if (contact === undefined) {
      const names = contacts.map((one) => one.name)
      throw fail('CONTACT_NOT_FOUND', { name, nearest: findNearest(name, names)[0] })
    }
    await book.change((content) => ({
      ...content,
      contacts: content.contacts.filter((one) => one.name !== contact.name),
    }))
    context.out.printResult({
      data: contactView(contact),
      lines: ({ paint }) => [`${paint.good('✔')} ${contact.name} is no contact any more`],
    })
  },
})
