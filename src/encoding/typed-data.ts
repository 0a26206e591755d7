/** What is hashed of typed data before it is signed. Source: EIP-712. */

import { addressWord, word } from '#domain/calls/words'
import { evm, type Hex, hex } from '#domain/units'
import { keccak, keccakText } from './keccak.ts'

export interface TypedDataDomain {
  readonly name: string
  readonly version: string
  readonly chainId: number
  /** In any letter case. */
  readonly verifyingContract: string
}

const domainType = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

/** The hash of a domain. @throws `INVALID_ADDRESS` */
export function computeDomainSeparator({ name, version, chainId, verifyingContract }: TypedDataDomain): Hex {
  const texts = [name, version].map((text) => keccakText(text).slice(2))
  return hashStruct(domainType, [...texts, word(chainId), addressWord(evm(verifyingContract))])
}

/**
 * @param type as EIP-712 encodes it, with the structs it refers to
 * @param words the fields, 64 hex characters each: texts and structs as their hashes
 */
export const hashStruct = (type: string, words: readonly string[]): Hex =>
  keccak(hex(keccakText(type) + words.join('')))

/** The 32 bytes to sign. */
export const computeTypedDigest = (separator: Hex, struct: Hex): Hex =>
  keccak(hex(`0x1901${separator.slice(2)}${struct.slice(2)}`))

/** An unsigned decimal as a word. @throws RangeError unless it is one of 256 bits, SyntaxError unless a number */
export function encodeUint(text: string): string {
  const value = BigInt(text)
  if (value < 0n) throw new RangeError(`${text} is below zero`)
  return word(value)
}
