import { checksum, hasGoodChecksum } from '#cli/checksum'
import { fail } from '#domain/errors'
import { type Address, evm } from '#domain/units'

/**
 * An address as a user types or pastes it. Mixed letters must be EIP-55; all lower or all upper case carry no check.
 * @throws `INVALID_ADDRESS`, `BAD_CHECKSUM`
 */
export function address(text: string): Address {
  const value = evm(text.trim())
  if (!hasGoodChecksum(text.trim())) throw fail('BAD_CHECKSUM', { value: text.trim(), expected: checksum(value) })
  return value
}
