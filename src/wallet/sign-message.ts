import { fail } from '#domain/errors'
import type { TypedMessage } from '#domain/trade/typed-message'
import { type Address, evm, type Hex, hex } from '#domain/units'

interface SigningAccount {
  readonly key: Buffer
  readonly address: Address
}

/** Signs a text as EIP-191 does (`personal_sign`): no transaction and no typed message begins like it. */
export const signText = async (account: SigningAccount, text: string): Promise<Hex> =>
  signDigest(account, await hashText(text))

/** Signs an EIP-712 message. */
export const signTypedMessage = async (account: SigningAccount, message: TypedMessage): Promise<Hex> =>
  signDigest(account, await hashTypedMessage(message))

/** Who signed a text or a message; `undefined` if the signature is of no account. */
export async function recoverSigner(signed: string | TypedMessage, signature: Hex): Promise<Address | undefined> {
  const digest = typeof signed === 'string' ? await hashText(signed) : await hashTypedMessage(signed)
  const [{ SigningKey }, { computeAddress }] = await Promise.all([
    import('ethers/crypto'),
    import('ethers/transaction'),
  ])
  try {
    return evm(computeAddress(SigningKey.recoverPublicKey(digest, signature)))
  } catch {
    return undefined
  }
}

async function signDigest({ key, address }: SigningAccount, digest: string): Promise<Hex> {
  const [{ SigningKey }, { computeAddress }] = await Promise.all([
    import('ethers/crypto'),
    import('ethers/transaction'),
  ])
  const { serialized } = new SigningKey(key).sign(digest)
  if (evm(computeAddress(SigningKey.recoverPublicKey(digest, serialized))) !== address)
    throw fail('INTERNAL', { reason: 'a signed message does not prove its signer' })
  return hex(serialized)
}

async function hashText(text: string): Promise<string> {
  const { hashMessage } = await import('ethers/hash')
  return hashMessage(text)
}

/** @throws `VALIDATION_FAILED` if the message does not have the form that its types state */
async function hashTypedMessage({ domain, types, primaryType, message }: TypedMessage): Promise<string> {
  const { TypedDataEncoder } = await import('ethers/hash')
  const { EIP712Domain: _, ...own } = types
  const fields = Object.fromEntries(Object.entries(own).map(([name, list]) => [name, list.map((one) => ({ ...one }))]))
  let reason = 'its types or values do not fit together'
  try {
    const encoder = TypedDataEncoder.from(fields)
    if (encoder.primaryType === primaryType) return TypedDataEncoder.hash({ ...domain }, fields, { ...message })
    reason = `its types are of ${encoder.primaryType}, not ${primaryType}`
  } catch {
    // the error would quote the message
  }
  throw fail('VALIDATION_FAILED', { reason: `the typed message cannot be read: ${reason}` })
}
