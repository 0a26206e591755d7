import { defineCommand } from '#cli/define-command'
import { parseAddress } from '#cli/parse/address'
import { parseContactName } from '#cli/parse/recipient'
import { listKnownParties } from '#cli/request/recipients'
import { contactView } from '#cli/views/account/contact'
import { fail } from '#domain/errors'
import { isPlaceholderAddress } from '#domain/quotes/quote'
import { findContact, findLookAlike } from '#domain/trade/address-book'
import { checksum } from '#text/checksum'

export const add = defineCommand({
  name: 'contacts-add',
  about: 'Name an address. It is confirmed here once, and not again when you send to it.',
  examples: ['contacts add alice 0x…'],
  arguments: {
    name: { about: 'its name', parse: parseContactName },
    address: { about: 'the address, whole', parse: parseAddress },
  },
  options: { allowRecipient: { flag: '--allow-recipient', about: 'do not ask whether the address is right' } },
  schema: async () => (await import('#cli/schemas/account/contacts')).ContactDetails,

  async run(context, { name, address, allowRecipient }) {
    const book = await context.addressBook()
    if (isPlaceholderAddress(address))
      throw fail('USAGE', {
        reason: `${checksum(address)} belongs to nobody.`,
        fix: 'give the recipient’s own address',
      })
    const full = checksum(address)
    const alike = findLookAlike(address, await listKnownParties(context))
    const danger = alike && `It only LOOKS like ${alike.name}, ${checksum(alike.address)}`
    if (!allowRecipient) {
      const question = [`${name} is ${full}, and you will not be asked again.`, danger].filter(Boolean).join(' ')
      await context.prompts.confirmTyped(question, full.slice(-6), '--allow-recipient')
    }
    const contact = { name, address, addedAt: context.clock.now() }
    await book.change((content) => {
      const known = findContact(content.contacts, name)
      // A name that silently means another address tomorrow would pay a stranger.
      if (known !== undefined && known.address !== address)
        throw fail('USAGE', {
          reason: `${known.name} is ${checksum(known.address)} already.`,
          fix: `swapline contacts remove ${name}`,
        })
      return known === undefined ? { ...content, contacts: [...content.contacts, contact] } : content
    })
    context.out.printResult({
      data: contactView(contact),
      lines: ({ paint }) => [
        `${paint.good('✔')} ${name}  ${full}`,
        `  Next  ${paint.next(`swapline swap … --to-address ${name}`)}`,
      ],
      warnings: danger === undefined ? [] : [{ code: 'LOOK_ALIKE', message: `${danger}: compare every character.` }],
    })
  },
})
