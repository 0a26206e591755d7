/** Reads a body from the network, member by member. Each reader throws RangeError with the member's name. */
import {
  type Address,
  type Amount,
  amount,
  evm,
  type Hex,
  hex,
  type Ppm,
  ppm,
  type QuoteId,
  quoteId,
} from '#domain/units'

export type Body = Readonly<Record<string, unknown>>

/** No amount on a chain has more digits. */
const maxDigits = 78
/** Maximum length of any text in an answer, except for a payload's bytes. */
const maxText = 200

export function parseBody(value: unknown, name: string): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError(`${name} is not an object`)
  return value as Body
}

export function parseBodies(value: unknown, name: string, max: number): readonly Body[] {
  if (!Array.isArray(value) || value.length > max) throw new RangeError(`${name} is not a list of at most ${max}`)
  return value.map((one: unknown) => parseBody(one, name))
}

export function textAt(body: Body, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value.length > maxText) throw new RangeError(`${name} is not a short text`)
  return value
}

/** A whole number in plain digits. */
export function amountAt(body: Body, name: string): Amount {
  const value = textAt(body, name)
  if (value.length > maxDigits || !/^\d+$/.test(value)) throw new RangeError(`${name} is not a whole number`)
  if (BigInt(value) >> 256n !== 0n) throw new RangeError(`${name} is beyond 256 bits`)
  return amount(BigInt(value))
}

/** A whole number, as an exact JSON number or in plain digits. */
export function countAt(body: Body, name: string): number {
  const value = body[name]
  const count = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0)
    throw new RangeError(`${name} is not a whole number`)
  return count
}

export function addressAt(body: Body, name: string): Address {
  const value = textAt(body, name)
  if (!/^0x[0-9a-f]{40}$/i.test(value)) throw new RangeError(`${name} is not an address`)
  return evm(value)
}

export function bytesAt(body: Body, name: string, max: number): Hex {
  const value = body[name]
  if (typeof value !== 'string' || value.length > 2 + 2 * max || !/^0x(?:[0-9a-f]{2})*$/i.test(value))
    throw new RangeError(`${name} is not bytes`)
  return hex(value)
}

/** A fraction of one in plain decimals, rounded to a millionth. */
export function fractionAt(body: Body, name: string): Ppm {
  const value = textAt(body, name)
  const millionths = /^\d+(?:\.\d+)?$/.test(value) ? Math.round(Number(value) * 1e6) : Number.NaN
  if (!(millionths >= 0 && millionths <= 1e6)) throw new RangeError(`${name} is not a fraction`)
  return ppm(millionths)
}

/** A number for display only, never for calculations; `undefined` if absent. */
export function dollarsAt(body: Body, name: string): number | undefined {
  const value = body[name]
  if (typeof value !== 'string' || !/^\d{1,30}(?:\.\d{1,30})?$/.test(value)) return undefined
  return Number(value)
}

/** A UUID of version 4. */
export function quoteIdAt(body: Body, name: string): QuoteId {
  const value = textAt(body, name)
  try {
    return quoteId(value)
  } catch (error) {
    throw new RangeError(`${name} is not a quote id`, { cause: error })
  }
}
