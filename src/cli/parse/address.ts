import { fail } from '#domain/errors'
import { type Address, evm } from '#domain/units'
import { checksum, hasGoodChecksum } from '#text/checksum'

/**
 * An address as typed or pasted. Mixed case must match EIP-55; all lower or all upper case has no checksum.
 * @throws `INVALID_ADDRESS`, `BAD_CHECKSUM`
 */
export function parseAddress(text: string): Address {
  const value = evm(text.trim())
  if (!hasGoodChecksum(text.trim())) throw fail('BAD_CHECKSUM', { value: text.trim(), expected: checksum(value) })
  return value
}
