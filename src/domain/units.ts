/**
 * Units that must never be mixed, kept apart by the type checker at no cost at run time. A unit is created in one place
 * only: the function below that checks its range. Arithmetic on a branded value returns a plain `bigint`, so a result
 * must be claimed again before it leaves.
 */
import { fail } from '#domain/errors'

declare const unit: unique symbol
type Unit<T, Name extends string> = T & { readonly [unit]: Name }

/** A token amount in the token's smallest unit, 0 ≤ n < 2^256. */
export type Amount = Unit<bigint, 'Amount'>
/** The chain's native currency in its smallest unit, also a price per gas; 0 ≤ n < 2^256. */
export type Wei = Unit<bigint, 'Wei'>
/** Units of computation as the chain counts them, 0 ≤ n < 2^64. */
export type Gas = Unit<bigint, 'Gas'>
/** Parts per million, the only ratio unit: 0.3 % is 3_000, one basis point is 100. */
export type Ppm = Unit<number, 'Ppm'>
/** An account or contract: lower-case 0x-hex on EVM networks, base58 on SVM networks. */
export type Address = Unit<string, 'Address'>
/** Bytes as 0x-hex of even length. */
export type Hex = Unit<string, 'Hex'>
/** A UUID v4, lower case. */
export type QuoteId = Unit<string, 'QuoteId'>
/** The API's `network` string, exact lower case. */
export type NetworkName = Unit<string, 'NetworkName'>
/** Seconds since 1970, or a span of them; a whole number. */
export type Seconds = Unit<number, 'Seconds'>
/** A block's height, 0 ≤ n ≤ 2^53 - 1. */
export type BlockNumber = Unit<number, 'BlockNumber'>

export const million = 1_000_000n
const maxUint256 = (1n << 256n) - 1n

/** The native token of every network. */
export const nativeToken = '0x0000000000000000000000000000000000000000' as Address

/** No bytes: also the answer of a failed call. */
export const noBytes = '0x' as Hex

const requireUint256 = (n: bigint): bigint => {
  if (n < 0n || n > maxUint256) throw fail('AMOUNT_OUT_OF_RANGE', { value: String(n) })
  return n
}

/** Claims `n` as an {@link Amount}. @throws `AMOUNT_OUT_OF_RANGE` outside 0 … 2^256-1. */
export const amount = (n: bigint): Amount => requireUint256(n) as Amount

/** Claims `n` as {@link Wei}. @throws `AMOUNT_OUT_OF_RANGE` outside 0 … 2^256-1. */
export const wei = (n: bigint): Wei => requireUint256(n) as Wei

/** Claims `n` as {@link Gas}. @throws RangeError outside 0 … 2^64-1. */
export function gas(n: bigint): Gas {
  if (n < 0n || n >= 1n << 64n) throw new RangeError(`gas ${n} outside 64 bits`)
  return n as Gas
}

/**
 * Parses a fraction as clients write it, rounded to the nearest millionth: `0.005` is 5_000 ppm, and so are `5e-3`,
 * `.005` and the float `0.004999999999999999`.
 * @throws `INVALID_FRACTION` if it is not a number, outside 0 … 1, or not 0 but below one millionth.
 */
export function parseFraction(text: string): Ppm {
  const [, digits = ''] = /^(\d*\.?\d+)(?:e[+-]?\d+)?$/i.exec(text.trim()) ?? []
  const value = digits === '' ? Number.NaN : Number(text)
  // A value too small for a float parses as 0.
  const isZero = value === 0 && !/[1-9]/.test(digits)
  if (!(isZero || (value >= 1e-6 && value <= 1))) throw fail('INVALID_FRACTION', { value: text })
  return Math.round(value * 1_000_000) as Ppm
}

/** @throws `INVALID_FRACTION` unless a whole number from 0 to 1_000_000. */
export function ppm(n: number): Ppm {
  if (!Number.isInteger(n) || n < 0 || n > 1_000_000) throw fail('INVALID_FRACTION', { value: `${n} ppm` })
  return n as Ppm
}

/** An EVM address from its hex, in any letter case. @throws `INVALID_ADDRESS` unless it is 20 bytes. */
export function evm(text: string): Address {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) throw fail('INVALID_ADDRESS', { value: text })
  return text.toLowerCase() as Address
}

/** @throws RangeError unless 0x-hex of even length. */
export function hex(text: string): Hex {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(text)) throw new RangeError('not 0x-hex of whole bytes')
  return text.toLowerCase() as Hex
}

/** True for a UUID v4, the form of every id that is made here. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text)

/** @throws `INVALID_QUOTE_ID` unless a UUID v4. */
export function quoteId(text: string): QuoteId {
  if (!isUuid(text)) throw fail('INVALID_QUOTE_ID', { value: text })
  return text.toLowerCase() as QuoteId
}

/**
 * @throws RangeError unless lower-case letters and digits, after `sandbox-` or alone. `networks/find` knows which
 *   exist.
 */
export function networkName(text: string): NetworkName {
  if (!/^(?:sandbox-)?[a-z][a-z0-9]*$/.test(text)) throw new RangeError(`"${text}" cannot name a network`)
  return text as NetworkName
}

/** @throws RangeError unless a whole number of seconds, 0 or more. */
export function seconds(n: number): Seconds {
  if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(`${n} is not a whole number of seconds`)
  return n as Seconds
}

/** @throws RangeError unless a whole number, 0 or more. */
export function blockNumber(n: number | bigint): BlockNumber {
  const value = Number(n)
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${n} is not a block number`)
  return value as BlockNumber
}
