/** Helpers for packed bytes, in addition to the ABI words of `domain/words`. */

import { word } from '#domain/calls/words'
import { type Address, evm } from '#domain/units'

/** Hex characters of an ABI word. */
export const wordLength = 64

/** `n` as `bytes` big-endian bytes, without 0x. @throws RangeError if it does not fit. */
export function packUint(n: number | bigint, bytes: number): string {
  const text = n.toString(16)
  if (n < 0 || text.length > bytes * 2) throw new RangeError(`${n} does not fit ${bytes} bytes`)
  return text.padStart(bytes * 2, '0')
}

/** An EVM address without 0x. @throws `INVALID_ADDRESS`. */
export const packAddress = (address: Address): string => evm(address).slice(2)

/** The ABI's tail of a `bytes` argument: length, then the bytes padded to whole words with zeros. */
export function encodeBytesTail(body: string): string {
  const words = Math.ceil(body.length / wordLength)
  return word(body.length / 2) + body.padEnd(words * wordLength, '0')
}

/** The address in a word, or `undefined` if the word holds more than 20 bytes. */
export function decodeAddress(value: bigint): Address | undefined {
  return value >> 160n === 0n ? evm(`0x${packUint(value, 20)}`) : undefined
}
