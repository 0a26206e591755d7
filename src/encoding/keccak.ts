import { keccak_256 } from '@noble/hashes/sha3'
import { type Hex, hex } from '#domain/units'

/** keccak256 of the bytes that `text` encodes in hex. */
export function keccak(text: Hex): Hex {
  const bytes = Uint8Array.from(text.slice(2).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
  return hashBytes(bytes)
}

/** keccak256 of `text` in UTF-8. */
export const keccakText = (text: string): Hex => hashBytes(new TextEncoder().encode(text))

const hashBytes = (bytes: Uint8Array): Hex =>
  hex(`0x${Array.from(keccak_256(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
