import { parseAddress } from '#cli/parse/address'
import type { Address } from '#domain/units'

/**
 * An account as a user names it: `0x` and 40 digits are an address, and in mixed case must have the right checksum.
 * @throws `BAD_CHECKSUM`
 */
export const parseAccountWord = (text: string): string | { readonly address: Address } =>
  /^0x[0-9a-f]{40}$/i.test(text.trim()) ? { address: parseAddress(text) } : text
