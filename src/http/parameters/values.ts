/** Parsers of single values, in the API's notation. */
import { type Checksum, formatFraction } from '#domain/api/plain'
import { isFailure } from '#domain/errors'
import { type Address, type Amount, amount, evm, type Hex, hex, type Ppm, parseFraction, ppm } from '#domain/units'
import { notValid, outOfRange, type Parse, validValue } from './parsed.ts'

const maxAmount = (1n << 128n) - 1n

/** 1 … 2^128 - 1 in plain digits. */
export const positiveAmount: Parse<Amount> = (text) => {
  if (!/^\d{1,100}$/.test(text)) return notValid('must be a whole number in the smallest unit, in plain digits')
  if (!/^[1-9]/.test(text) || BigInt(text) > maxAmount) return outOfRange('must be between 1 and 2^128 - 1')
  return validValue(amount(BigInt(text)))
}

/**
 * A fraction in any JSON number notation, rounded to the nearest millionth.
 * @param limit the maximum, itself allowed
 */
export function fractionUpTo(limit: number): Parse<Ppm> {
  const bound = `must be between 0 and ${formatFraction(ppm(limit))} (a fraction: 0.005 means 0.5%)`
  return (text) => {
    try {
      const value = parseFraction(text)
      return value <= limit ? validValue(value) : outOfRange(bound)
    } catch (error) {
      if (!isFailure(error, 'INVALID_FRACTION')) throw error
      return Number.isNaN(Number(text)) ? notValid(bound) : outOfRange(bound)
    }
  }
}

/** `true` and `false`, also as other languages print them. */
export const trueOrFalse: Parse<boolean> = (text) => {
  const word = text.toLowerCase()
  return word === 'true' || word === 'false' ? validValue(word === 'true') : notValid('must be true or false')
}

/** Plain digits; both bounds are included. */
export const wholeNumber =
  (min: number, greatest: number): Parse<number> =>
  (text) => {
    const must = `must be a whole number between ${min} and ${greatest}`
    if (!/^\d{1,15}$/.test(text)) return notValid(must)
    const value = Number(text)
    return value >= min && value <= greatest ? validValue(value) : outOfRange(must)
  }

/** One of the given words. */
export const oneOf =
  <const T extends readonly string[]>(words: T): Parse<T[number]> =>
  (text) => {
    const found = words.find((word) => word === text)
    return found === undefined ? notValid(`must be one of ${words.join(', ')}`) : validValue(found)
  }

/** 20 bytes; mixed-case letters must have the EIP-55 checksum. */
export const evmAddress =
  (checksum: Checksum): Parse<Address> =>
  (text) => {
    if (!/^0x[0-9a-f]{40}$/i.test(text)) return notValid('must be an address: 0x and 40 hexadecimal digits')
    const address = evm(text)
    const digits = text.slice(2)
    const mixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
    return mixed && checksum(address).slice(2) !== digits
      ? notValid('has a wrong checksum: a character was changed or mistyped')
      : validValue(address)
  }

/** A key of an SVM network. Such networks are known by name only, so the key is validated and dropped. */
export const svmAddress: Parse<string> = (text) =>
  /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) || /^0x0{40}$/.test(text)
    ? validValue(text)
    : notValid('must be a base58 key')

/** Bytes in hex. @param bytes the exact number; any number if absent */
export const hexBytes =
  (bytes?: number): Parse<Hex> =>
  (text) => {
    if (!/^0x(?:[0-9a-f]{2}){0,4096}$/i.test(text)) return notValid('must be 0x and whole bytes in hex')
    return bytes === undefined || text.length === 2 + 2 * bytes
      ? validValue(hex(text))
      : notValid(`must be ${bytes} bytes`)
  }

/** Any text up to a length. */
export const shortText =
  (length: number): Parse<string> =>
  (text) =>
    text.length <= length ? validValue(text) : outOfRange(`must be at most ${length} characters`)
