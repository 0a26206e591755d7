import { type Hex, hex } from '#domain/units'
import { keccak256 } from '#hash/keccak256'

/** keccak256 of words of 64 hex digits, as contracts derive storage keys. */
export function keccakWords(...words: readonly string[]): Hex {
  const hash = keccak256(Buffer.from(words.join(''), 'hex'))
  return hex(`0x${Buffer.from(hash).toString('hex')}`)
}
