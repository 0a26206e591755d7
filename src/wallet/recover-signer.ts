import type { TypedMessage } from '#domain/trade/typed-message'
import { type Address, evm, type Hex } from '#domain/units'
import { hashText, hashTypedMessage } from './message-digest.ts'

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
