import { callData, word } from '#domain/calls/words'
import type { Chain } from '#domain/chain/port'
import { fail } from '#domain/errors'
import type { TypedMessage } from '#domain/trade/typed-message'
import { type Address, type Hex, hex, nativeToken, noBytes, wei } from '#domain/units'
import { toOrderSignature } from '#encoding/tokens/signature'
import type { RelayContext } from '#relay/context'

/** `isValidSignature(bytes32,bytes)`, also what it answers. Source: EIP-1271. */
const isValidSignature = '0x1626ba7e'
/** A contract's own signatures are short lists of signatures. */
const maxBytes = 4_096
/** Half the order of secp256k1: a higher s is the same signature in another form. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** What was to be signed, by whom. */
export interface OrderToSign {
  readonly sender: Address
  readonly typedData: TypedMessage
  /** The 32 bytes of it. */
  readonly digest: Hex
}

/**
 * Checks that the sender of an order signed it, by its key, else by its code.
 * @returns the signature in the form that our contracts read, and Permit2
 * @throws `SWAP_SIGNATURE_NOT_VALID`
 */
export async function requireSignature(
  { recover, signer }: Pick<RelayContext, 'recover' | 'signer'>,
  chain: Chain,
  { sender, typedData, digest }: OrderToSign,
  signature: Hex,
): Promise<Hex> {
  if (signature.length > 2 + 2 * maxBytes) throw refusal('it is too long')
  const byKey = parseKeySignature(signature)
  if (byKey?.isHigh === false && (await recover(typedData, byKey.signature)) === sender) return byKey.signature
  if (await isValidByCode(chain, { sender, signature, digest, caller: signer.address })) return signature
  if (byKey?.isHigh === true) throw refusal('its s is not the lower of the two')
  throw refusal(`it is not that of ${sender} under the order that was quoted`)
}

const refusal = (reason: string) => fail('SWAP_SIGNATURE_NOT_VALID', { reason })

/** `undefined` for what no key writes. */
export function parseKeySignature(signature: Hex): { readonly signature: Hex; readonly isHigh: boolean } | undefined {
  try {
    const isHigh = signature.length === 132 && BigInt(`0x${signature.slice(66, 130)}`) > highestS
    return { signature: toOrderSignature(signature), isHigh }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

interface ContractSignature {
  readonly sender: Address
  readonly signature: Hex
  readonly digest: Hex
  readonly caller: Address
}

async function isValidByCode(chain: Chain, { sender, signature, digest, caller }: ContractSignature): Promise<boolean> {
  if (sender === nativeToken || (await chain.code(sender)) === noBytes) return false
  const bytes = signature.slice(2)
  const padded = bytes.padEnd(Math.ceil(bytes.length / 64) * 64, '0')
  const data = hex(`${callData(isValidSignature, digest.slice(2), word(64n), word(BigInt(bytes.length / 2)))}${padded}`)
  const answer = await chain.simulate({ from: caller, to: sender, data, value: wei(0n) })
  return answer.ok && answer.data.length >= 66 && answer.data.slice(0, 66) === `${isValidSignature}${'0'.repeat(56)}`
}
