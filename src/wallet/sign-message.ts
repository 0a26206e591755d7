import { fail } from '#domain/errors'
import type { TypedMessage } from '#domain/trade/typed-message'
import { type Address, evm, type Hex, hex } from '#domain/units'
import { hashText, hashTypedMessage } from './message-digest.ts'

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
