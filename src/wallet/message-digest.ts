import { fail } from '#domain/errors'
import type { TypedMessage } from '#domain/trade/typed-message'

/** What is signed for a text (EIP-191). */
export async function hashText(text: string): Promise<string> {
  const { hashMessage } = await import('ethers/hash')
  return hashMessage(text)
}

/**
 * What is signed for a message (EIP-712).
 * @throws `VALIDATION_FAILED` if it does not have the form that its types state
 */
export async function hashTypedMessage({ domain, types, primaryType, message }: TypedMessage): Promise<string> {
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
