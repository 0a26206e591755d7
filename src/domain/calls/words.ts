/**
 * The 32-byte words of contract calls and answers: enough of the ABI for fixed-size values, without loading a general
 * coder.
 */
import type { Address, Hex } from '#domain/units'

const two256 = 1n << 256n

/** 64 hex digits. Negative numbers as two's complement. @throws RangeError if `n` needs more than 256 bits. */
export function word(n: bigint | number): string {
  const value = BigInt(n)
  if (value >= two256 || value < -(two256 >> 1n)) throw new RangeError(`${n} does not fit a word`)
  return (value < 0n ? value + two256 : value).toString(16).padStart(64, '0')
}

/** An EVM address as a word. */
export const addressWord = (address: Address): string => address.slice(2).padStart(64, '0')

/** Call data: a selector of four bytes, `0x…`, and the words of its arguments. */
export const callData = (selector: string, ...words: readonly string[]): Hex => `${selector}${words.join('')}` as Hex

/**
 * The unsigned word at `index` of an answer. @throws RangeError if the answer is shorter, as that of a failed call is.
 */
export function uintAt(answer: Hex, index: number): bigint {
  const start = 2 + 64 * index
  if (answer.length < start + 64) throw new RangeError(`the answer has no word ${index}`)
  return BigInt(`0x${answer.slice(start, start + 64)}`)
}

/** The word at `index`, read as two's complement. @throws RangeError as {@link uintAt}. */
export const intAt = (answer: Hex, index: number): bigint => BigInt.asIntN(256, uintAt(answer, index))

/** The address at `index`. @throws RangeError as {@link uintAt}, and if the word is not an address. */
export function addressAt(answer: Hex, index: number): Address {
  const value = uintAt(answer, index)
  if (value >= 1n << 160n) throw new RangeError(`word ${index} is not an address`)
  return `0x${value.toString(16).padStart(40, '0')}` as Address
}
