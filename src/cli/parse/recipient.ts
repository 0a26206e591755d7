import { parseAddress } from '#cli/parse/address'
import { fail } from '#domain/errors'
import { isContactName } from '#domain/trade/address-book'
import type { Address } from '#domain/units'

/** An address, or the name of a contact. */
export type RecipientWord = Address | { readonly contact: string }

/** @throws `INVALID_ADDRESS`, `BAD_CHECKSUM` */
export function parseRecipient(text: string): RecipientWord {
  const word = text.trim()
  if (isContactName(word)) return { contact: word }
  if (/^0x/i.test(word)) return parseAddress(word)
  throw fail('INVALID_ADDRESS', { value: text })
}

/** The name of a contact. @throws `VALIDATION_FAILED` */
export function parseContactName(text: string): string {
  const word = text.trim()
  if (isContactName(word)) return word
  throw fail('VALIDATION_FAILED', {
    reason: 'a contact is named by 1 to 64 of A-Z a-z 0-9 . _ -, and not like an address',
  })
}
