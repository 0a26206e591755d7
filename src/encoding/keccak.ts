import { type Hex, hex } from '#domain/units'
import { keccak256 } from '#hash/keccak256'

/** keccak256 of the bytes that `text` encodes in hex. */
export const keccak = (text: Hex): Hex => hashBytes(Buffer.from(text.slice(2), 'hex'))

/** keccak256 of `text` in UTF-8. */
export const keccakText = (text: string): Hex => hashBytes(new TextEncoder().encode(text))

const hashBytes = (bytes: Uint8Array): Hex => hex(`0x${Buffer.from(keccak256(bytes)).toString('hex')}`)
