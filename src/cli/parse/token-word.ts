import { parseAddress } from '#cli/parse/address'
import { parseText } from '#cli/parse/plain'

/**
 * A token as users write it: a symbol, an address, or both as `SYM@0x…`. An address must be complete, and in mixed case
 * have the right checksum: money goes to it.
 * @throws `INVALID_ADDRESS`, `BAD_CHECKSUM`, `VALIDATION_FAILED` when empty
 */
export function parseTokenWord(text: string): string {
  const word = parseText(text)
  const given = /^(?:[^@]*@)?(0x.*)$/is.exec(word)?.[1]
  if (given !== undefined) parseAddress(given)
  return word
}
