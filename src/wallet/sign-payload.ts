import { fail } from '#domain/errors'
import type { Payload } from '#domain/payload'
import { type Address, type Hex, hex } from '#domain/units'

/**
 * Signs a payload (EIP-1559, or EIP-155 if its fees are legacy), then decodes the result: the sender that the signature
 * proves and every field must be as requested, or nothing is returned. `key` is not stored. ethers holds it as text
 * while it signs, and JavaScript cannot wipe text: a copy stays in memory until the collector overwrites it.
 */
export async function signPayload(
  { key, address }: { readonly key: Buffer; readonly address: Address },
  { payload, nonce }: { readonly payload: Payload; readonly nonce: number },
): Promise<{ readonly raw: Hex; readonly hash: Hex }> {
  const { chainId, from } = payload
  if (from !== address) throw fail('PAYLOAD_MISMATCH', { field: 'sender', expected: address, actual: from })
  if (!Number.isSafeInteger(nonce) || nonce < 0) throw new RangeError(`${nonce} is not a nonce`)
  // 0 would sign without EIP-155: valid on every chain
  if (!Number.isSafeInteger(chainId) || chainId < 1) throw new RangeError(`${chainId} is not a chain id`)

  const [{ Transaction }, { SigningKey, keccak256 }] = await Promise.all([
    import('ethers/transaction'),
    import('ethers/crypto'),
  ])
  const { to, data, value, gasLimit, fees } = payload
  const transaction = Transaction.from({ chainId, nonce, to, data, value, gasLimit, ...fees })
  transaction.signature = new SigningKey(key).sign(transaction.unsignedHash)
  const raw = transaction.serialized

  const read = Transaction.from(raw)
  const isSame = read.unsignedSerialized === transaction.unsignedSerialized && read.chainId === BigInt(chainId)
  if (read.from?.toLowerCase() !== address || !isSame)
    throw fail('INTERNAL', { reason: 'a signed transaction does not read back as what was signed' })
  return { raw: hex(raw), hash: hex(keccak256(raw)) }
}
