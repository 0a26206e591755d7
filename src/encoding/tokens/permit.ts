/**
 * Signed approvals as the router decodes them; the layout is that of `contracts/src/Permit.sol`:
 *
 *     EIP-2612, 102 bytes:  32 value · 6 deadline · 32 r · 32 s, its highest bit 1 if v is 28
 *     DAI, 76 bytes:        6 nonce · 6 expiry · 32 r · 32 s, as above
 */

import { word } from '#domain/calls/words'
import { type Amount, amount, type Hex, hex, type Seconds, seconds } from '#domain/units'
import { packUint } from '#encoding/words'
import { isCompactSignature, toCompactSignature } from './signature.ts'

export type Permit =
  | { readonly style: 'eip-2612'; readonly value: Amount; readonly deadline: Seconds; readonly signature: Hex }
  /** Allows everything, until `expiry`, or until revoked if that is 0. `nonce` is below 2^48. */
  | { readonly style: 'dai'; readonly nonce: bigint; readonly expiry: Seconds; readonly signature: Hex }

const timeDigits = 12

/**
 * @param permit `signature` in any form that `toCompactSignature` accepts.
 * @throws RangeError for what does not fit.
 */
export function packPermit(permit: Permit): Hex {
  const signature = toCompactSignature(permit.signature).slice(2)
  if (permit.style === 'dai') return hex(`0x${packUint(permit.nonce, 6)}${packUint(permit.expiry, 6)}${signature}`)
  return hex(`0x${word(permit.value)}${packUint(permit.deadline, 6)}${signature}`)
}

/** @returns `undefined` for what {@link packPermit} would not write; `signature` as 64 bytes (EIP-2098) */
export function unpackPermit(bytes: Hex): Permit | undefined {
  const body = bytes.slice(2)
  const signature = hex(`0x${body.slice(-128)}`)
  const head = body.slice(0, -128)
  if (!isCompactSignature(signature) || (head.length !== 2 * timeDigits && head.length !== 64 + timeDigits))
    return undefined
  const last = BigInt(`0x${head.slice(-timeDigits)}`)
  if (head.length > 2 * timeDigits && last >> 53n === 0n)
    return {
      style: 'eip-2612',
      value: amount(BigInt(`0x${head.slice(0, 64)}`)),
      deadline: seconds(Number(last)),
      signature,
    }
  return { style: 'dai', nonce: BigInt(`0x${head.slice(0, timeDigits)}`), expiry: seconds(Number(last)), signature }
}
