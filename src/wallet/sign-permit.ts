import { fail } from '#domain/errors'
import type { PermitRequest } from '#domain/trade/permit'
import { type Address, type Hex, hex } from '#domain/units'

const types = {
  Permit: ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'].map((field) => {
    const [name = '', type = ''] = field.split(' ')
    return { name, type }
  }),
}

/**
 * Signs an EIP-2612 approval and nothing else: the type is fixed here, so that no other message can be signed as one.
 * @returns 65 bytes, r · s · v
 */
export async function signPermit(
  { key, address }: { readonly key: Buffer; readonly address: Address },
  { domain, ...message }: PermitRequest,
): Promise<Hex> {
  if (message.owner !== address)
    throw fail('PAYLOAD_MISMATCH', { field: 'owner', expected: address, actual: message.owner })
  const [{ TypedDataEncoder }, { SigningKey }, { computeAddress }] = await Promise.all([
    import('ethers/hash'),
    import('ethers/crypto'),
    import('ethers/transaction'),
  ])
  const digest = TypedDataEncoder.hash({ ...domain }, types, message)
  const { serialized } = new SigningKey(key).sign(digest)
  if (computeAddress(SigningKey.recoverPublicKey(digest, serialized)).toLowerCase() !== address)
    throw fail('INTERNAL', { reason: 'a signed approval does not prove its owner' })
  return hex(serialized)
}
