/** What the seller of a cross-chain order signs: for the crossing contract, or for Permit2. Source: EIP-712. */

import { addressWord, word } from '#domain/calls/words'
import { type CrossOrder, type CrossTypedData, crossType, permit2 } from '#domain/crossing/cross-order'
import { evm, type Hex } from '#domain/units'
import { keccakText } from '#encoding/keccak'
import { computeDomainSeparator, computeTypedDigest, encodeUint, hashStruct } from '#encoding/typed-data'

const permit2DomainType = 'EIP712Domain(string name,uint256 chainId,address verifyingContract)'

const crossText = `Cross(${crossType.map(({ name, type }) => `${type} ${name}`).join(',')})`
const permittedText = 'TokenPermissions(address token,uint256 amount)'
const permitText = `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Cross witness)${crossText}${permittedText}`

/** The 32 bytes to sign for `crossOrder`. @throws RangeError, `INVALID_ADDRESS` for a field that is not of its type. */
export const computeCrossDigest = ({ domain, message }: Pick<CrossTypedData, 'domain' | 'message'>): Hex =>
  computeTypedDigest(computeDomainSeparator(domain), computeCrossHash(message))

/**
 * The 32 bytes to sign for `crossPermit2`: Permit2's transfer of amountIn + swapFee to the crossing contract, by the
 * order's nonce and deadline, with the order as the witness.
 * @throws RangeError, `INVALID_ADDRESS` for a field that is not of its type.
 */
export function computePermit2Digest({ domain, message }: Pick<CrossTypedData, 'domain' | 'message'>): Hex {
  const cost = BigInt(message.amountIn) + BigInt(message.swapFee)
  const permitted = hashStruct(permittedText, [addressWord(evm(message.fromAsset)), word(cost)])
  const struct = hashStruct(permitText, [
    permitted.slice(2),
    addressWord(evm(domain.verifyingContract)),
    encodeUint(message.nonce),
    encodeUint(message.deadline),
    computeCrossHash(message).slice(2),
  ])
  const fields = [keccakText('Permit2').slice(2), word(domain.chainId), addressWord(permit2)]
  return computeTypedDigest(hashStruct(permit2DomainType, fields), struct)
}

/** The fields as words, in the order of {@link crossType}: as they are hashed and as calls carry them. */
export function encodeCrossWords(order: CrossOrder): readonly string[] {
  return crossType.map(({ name, type }) =>
    type === 'uint256'
      ? encodeUint(order[name])
      : type === 'address'
        ? addressWord(evm(order[name]))
        : hashWord(order[name]),
  )
}

const computeCrossHash = (order: CrossOrder): Hex => hashStruct(crossText, encodeCrossWords(order))

function hashWord(text: string): string {
  if (!/^0x[0-9a-f]{64}$/i.test(text)) throw new RangeError(`${text} is not a hash`)
  return text.slice(2).toLowerCase()
}
