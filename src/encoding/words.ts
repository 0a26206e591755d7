/** What packed bytes need beside the ABI words of `domain/words`. */
import { type Address, evm } from '#domain/units'
import { word } from '#domain/words'

/** Hex characters of an ABI word. */
export const wordLength = 64

/** `n` as `bytes` big-endian bytes, without 0x. @throws RangeError where it does not fit. */
export function packed(n: number | bigint, bytes: number): string {
  const text = n.toString(16)
  if (n < 0 || text.length > bytes * 2) throw new RangeError(`${n} does not fit ${bytes} bytes`)
  return text.padStart(bytes * 2, '0')
}

/** An EVM address without 0x. @throws `INVALID_ADDRESS`. */
export const packedAddress = (address: Address): string => evm(address).slice(2)

/** The ABI's tail of a `bytes` argument: length, then the bytes filled up to whole words with zeros. */
export function bytesTail(body: string): string {
  const words = Math.ceil(body.length / wordLength)
  return word(body.length / 2) + body.padEnd(words * wordLength, '0')
}

/** The address a word holds, or `undefined` where the word holds more than 20 bytes. */
export function addressOf(value: bigint): Address | undefined {
  return value >> 160n === 0n ? evm(`0x${packed(value, 20)}`) : undefined
}
