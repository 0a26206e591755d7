/** ECDSA signatures over secp256k1 in the two spellings the router reads; wallets write more. */
import { type Hex, hex } from '#domain/units'
import { word } from '#domain/words'

/** The order of secp256k1. Source: SEC 2, 2.4.1. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const half = order >> 1n
const top = 1n << 255n

interface Parts {
  readonly r: bigint
  /** The lower of the two that say the same. */
  readonly s: bigint
  readonly odd: boolean
}

/**
 * What an order is sent with: 32 r · 32 s · 1 v, with the lower s and v 27 or 28.
 * @param signature 65 bytes with v 0, 1, 27 or 28 and either s, or 64 bytes (EIP-2098)
 * @throws RangeError for anything else
 */
export function orderSignature(signature: Hex): Hex {
  const { r, s, odd } = partsOf(signature)
  return hex(`0x${word(r)}${word(s)}${odd ? '1c' : '1b'}`)
}

/** The same as 64 bytes (EIP-2098): what permits are packed with. @throws RangeError as {@link orderSignature}. */
export function compactSignature(signature: Hex): Hex {
  const { r, s, odd } = partsOf(signature)
  return hex(`0x${word(r)}${word(odd ? s | top : s)}`)
}

/** Whether these are the 64 bytes that {@link compactSignature} writes for some signature. */
export function isCompact(signature: Hex): boolean {
  try {
    return compactSignature(signature) === signature
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function partsOf(signature: Hex): Parts {
  const body = signature.slice(2)
  if (body.length !== 128 && body.length !== 130) throw new RangeError('a signature has 64 or 65 bytes')
  const [r, second] = [BigInt(`0x${body.slice(0, 64)}`), BigInt(`0x${body.slice(64, 128)}`)]
  if (body.length === 128) return checked({ r, s: second & ~top, odd: second >= top })
  const v = Number.parseInt(body.slice(128), 16)
  if (![0, 1, 27, 28].includes(v)) throw new RangeError(`v ${v} is not 0, 1, 27 or 28`)
  const odd = v === 1 || v === 28
  return checked(second > half ? { r, s: order - second, odd: !odd } : { r, s: second, odd })
}

function checked(parts: Parts): Parts {
  const { r, s } = parts
  if (r < 1n || r >= order || s < 1n || s > half) throw new RangeError('a signature outside of its curve')
  return parts
}
