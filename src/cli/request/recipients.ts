import type { Context } from '#cli/context'
import type { RecipientWord } from '#cli/parse/recipient'
import { fail } from '#domain/errors'
import { findNearest } from '#domain/failures/find-nearest'
import { findContact, findLookAlike } from '#domain/trade/address-book'
import type { Address } from '#domain/units'

/** @throws `CONTACT_NOT_FOUND` */
export async function resolveRecipient(
  context: Pick<Context, 'addressBook'>,
  {
    toAddress,
    recipient,
  }: { readonly toAddress?: RecipientWord | undefined; readonly recipient?: RecipientWord | undefined },
): Promise<Address | undefined> {
  const word = toAddress ?? recipient
  if (typeof word !== 'object') return word
  const contacts = (await context.addressBook()).contacts()
  const contact = findContact(contacts, word.contact)
  if (contact !== undefined) return contact.address
  const names = contacts.map(({ name }) => name)
  throw fail('CONTACT_NOT_FOUND', { name: word.contact, nearest: findNearest(word.contact, names)[0] })
}

/** An address that the user knows by a name. */
export interface KnownParty {
  readonly name: string
  readonly address: Address
}

/** Contacts, and the accounts whose address is known without a password. */
export async function listKnownParties(
  context: Pick<Context, 'addressBook' | 'accounts'>,
): Promise<readonly KnownParty[]> {
  const contacts = (await context.addressBook()).contacts()
  const accounts = await (await context.accounts()).list()
  const own = accounts.flatMap(({ name, address }) =>
    address === undefined ? [] : [{ name: `account ${name}`, address }],
  )
  return [...contacts, ...own]
}

/** How a recipient is known: by a contact's name, or as an address that resembles a known one. */
export async function describeRecipient(
  context: Pick<Context, 'addressBook' | 'accounts'>,
  address: Address,
): Promise<{ readonly contact?: string | undefined; readonly lookAlike?: KnownParty | undefined }> {
  const contact = (await context.addressBook()).contacts().find((one) => one.address === address)
  if (contact !== undefined) return { contact: contact.name }
  return { lookAlike: findLookAlike(address, await listKnownParties(context)) }
}
