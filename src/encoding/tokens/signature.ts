/** ECDSA signatures over secp256k1 in the two forms the router reads; wallets write more. */

import { word } from '#domain/calls/words'
import { type Hex, hex } from '#domain/units'

/** The order of secp256k1. Source: SEC 2, 2.4.1. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const halfOrder = order >> 1n
const parityBit = 1n << 255n

interface SignatureParts {
  readonly r: bigint
  /** The lower of the two equivalent values. */
  readonly s: bigint
  readonly odd: boolean
}

/**
 * The signature that an order is sent with: 32 r · 32 s · 1 v, with the lower s and v 27 or 28.
 * @param signature 65 bytes with v 0, 1, 27 or 28 and either s, or 64 bytes (EIP-2098)
 * @throws RangeError for anything else
 */
export function toOrderSignature(signature: Hex): Hex {
  const { r, s, odd } = parseSignature(signature)
  return hex(`0x${word(r)}${word(s)}${odd ? '1c' : '1b'}`)
}

/** The same as 64 bytes (EIP-2098), as permits are packed. @throws RangeError as {@link toOrderSignature}. */
export function toCompactSignature(signature: Hex): Hex {
  const { r, s, odd } = parseSignature(signature)
  return hex(`0x${word(r)}${word(odd ? s | parityBit : s)}`)
}

/** True for the 64 bytes that {@link toCompactSignature} writes for some signature. */
export function isCompactSignature(signature: Hex): boolean {
  try {
    return toCompactSignature(signature) === signature
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function parseSignature(signature: Hex): SignatureParts {
  const body = signature.slice(2)
  if (body.length !== 128 && body.length !== 130) throw new RangeError('a signature has 64 or 65 bytes')
  const [r, second] = [BigInt(`0x${body.slice(0, 64)}`), BigInt(`0x${body.slice(64, 128)}`)]
  if (body.length === 128) return requireValidSignature({ r, s: second & ~parityBit, odd: second >= parityBit })
  const v = Number.parseInt(body.slice(128), 16)
  if (![0, 1, 27, 28].includes(v)) throw new RangeError(`v ${v} is not 0, 1, 27 or 28`)
  const odd = v === 1 || v === 28
  return requireValidSignature(second > halfOrder ? { r, s: order - second, odd: !odd } : { r, s: second, odd })
}

function requireValidSignature(parts: SignatureParts): SignatureParts {
  const { r, s } = parts
  if (r < 1n || r >= order || s < 1n || s > halfOrder) throw new RangeError('a signature outside of its curve')
  return parts
}
