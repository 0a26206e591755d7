/** What the user of this machine has named: recipients, and tokens besides the listed ones. */
import type { Token } from '#domain/token'
import type { Address, NetworkName, Seconds } from '#domain/units'

export interface Contact {
  /** 1 to 64 of A-Z a-z 0-9 . _ -; unique regardless of case. */
  readonly name: string
  readonly address: Address
  readonly addedAt: Seconds
}

/** Reads are synchronous and cheap: a quote makes one. */
export interface AddressBook {
  contacts(): readonly Contact[]
  /** The user's own tokens on a network; never marked as listed. */
  tokens(network: NetworkName): readonly Token[]
  /** Changes the book while no other process does. @throws `STORE_BUSY`, `CONFIG_INVALID` */
  change(edit: (content: AddressBookContent) => AddressBookContent): Promise<void>
}

export interface AddressBookContent {
  readonly contacts: readonly Contact[]
  readonly tokens: readonly Token[]
}

/** A name cannot be mistaken for an address or an option, and needs no quoting in a shell. */
export const isContactName = (text: string): boolean =>
  /^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(text) && !/^0x/i.test(text)

export const findContact = (contacts: readonly Contact[], name: string): Contact | undefined =>
  contacts.find((one) => one.name.toLowerCase() === name.toLowerCase())

/** What short forms of addresses show: attackers make addresses that are equal there. */
const endLength = 4

/** The known address that another one resembles in what people compare, or `undefined`. */
export function findLookAlike<T extends { readonly address: Address }>(
  address: Address,
  known: readonly T[],
): T | undefined {
  const ends = (of: Address): string => of.slice(2, 2 + endLength) + of.slice(-endLength)
  return known.find((one) => one.address !== address && ends(one.address) === ends(address))
}
