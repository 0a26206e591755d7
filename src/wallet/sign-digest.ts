import { type Hex, hex } from '#domain/units'

/**
 * A signature over 32 bytes as they are: 65 bytes, the last one 27 or 28. For keys that are worth nothing: the user's sign
 * only what was decoded and compared first.
 */
export async function signDigest(key: Hex, digest: Hex): Promise<Hex> {
  const { SigningKey } = await import('ethers/crypto')
  return hex(new SigningKey(key).sign(digest).serialized)
}
