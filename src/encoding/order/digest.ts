/** What the seller of a gasless order signs. Source: EIP-712. */
import { type SwapTypedData, swapType } from '#domain/api/typed-data'
import { addressWord } from '#domain/calls/words'
import { evm, type Hex } from '#domain/units'
import { computeDomainSeparator, computeTypedDigest, encodeUint, hashStruct } from '#encoding/typed-data'

const orderType = `Swap(${swapType.map(({ name, type }) => `${type} ${name}`).join(',')})`

/** The 32 bytes to sign. @throws RangeError, `INVALID_ADDRESS` for a field that is not of its type. */
export const computeOrderDigest = ({ domain, message }: Pick<SwapTypedData, 'domain' | 'message'>): Hex =>
  computeTypedDigest(computeDomainSeparator(domain), hashStruct(orderType, encodeOrderWords(message)))

/** The fields as words, in the order of {@link swapType}: as they are hashed and as `fillOrder` carries them. */
export function encodeOrderWords(message: SwapTypedData['message']): readonly string[] {
  return swapType.map(({ name, type }) =>
    type === 'address' ? addressWord(evm(message[name])) : encodeUint(message[name]),
  )
}
