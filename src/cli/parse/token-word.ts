import { address } from '#cli/parse/address'
import { plainText } from '#cli/parse/plain'

/**
 * A token as users write it: a symbol, an address, or both as `SYM@0x…`. An address must be whole and, where it mixes
 * letters, right in its checksum: money follows it.
 * @throws `INVALID_ADDRESS`, `BAD_CHECKSUM`, `VALIDATION_FAILED` when empty
 */
export function tokenWord(text: string): string {
  const word = plainText(text)
  const given = /^(?:[^@]*@)?(0x.*)$/is.exec(word)?.[1]
  if (given !== undefined) address(given)
  return word
}
