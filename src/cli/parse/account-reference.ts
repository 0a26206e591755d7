import { parseAddress } from '#cli/parse/address'
import { parseText } from '#cli/parse/plain'

/**
 * An account as users name it: by its name, or by its address, whose letters are checked like those of any address.
 * @throws `BAD_CHECKSUM`, `VALIDATION_FAILED` when empty
 */
export function parseAccountReference(text: string): string {
  const word = parseText(text)
  if (/^0x[0-9a-f]{40}$/i.test(word)) parseAddress(word)
  return word
}
