/** What the seller of a gasless order signs. Source: EIP-712. */
import { type SwapTypedData, swapType } from '#domain/api/typed-data'
import { addressWord, word } from '#domain/calls/words'
import { evm, type Hex, hex } from '#domain/units'
import { keccak, keccakText } from '#encoding/keccak'

type SignedOrder = Pick<SwapTypedData, 'domain' | 'message'>

const typeHash = keccakText(`Swap(${swapType.map(({ name, type }) => `${type} ${name}`).join(',')})`)
const domainTypeHash = keccakText('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)')

/** The 32 bytes to sign. @throws RangeError, `INVALID_ADDRESS` for a field that is not of its type. */
export function computeOrderDigest({ domain, message }: SignedOrder): Hex {
  const struct = keccak(hex(typeHash + encodeOrderWords(message).join('')))
  return keccak(hex(`0x1901${computeDomainSeparator(domain).slice(2)}${struct.slice(2)}`))
}

/** The hash of the domain: this router on this chain. */
export function computeDomainSeparator({ name, version, chainId, verifyingContract }: SwapTypedData['domain']): Hex {
  const words = [
    keccakText(name).slice(2),
    keccakText(version).slice(2),
    word(chainId),
    addressWord(evm(verifyingContract)),
  ]
  return keccak(hex(domainTypeHash + words.join('')))
}

/** The fields as words, in the order of {@link swapType}: as they are hashed and as `fillOrder` carries them. */
export function encodeOrderWords(message: SwapTypedData['message']): readonly string[] {
  return swapType.map(({ name, type }) =>
    type === 'address' ? addressWord(evm(message[name])) : encodeUint(BigInt(message[name])),
  )
}

function encodeUint(value: bigint): string {
  if (value < 0n) throw new RangeError(`${value} is below zero`)
  return word(value)
}
