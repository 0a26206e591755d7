/** Reads what came over the wire, member by member. Each reader throws RangeError with the member's name. */
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

/** No amount on a chain is longer. */
const mostDigits = 78
/** No word of an answer is read beyond this but the bytes of a payload. */
const mostText = 200

export function bodyOf(value: unknown, name: string): Body {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new RangeError(`${name} is no object`)
  return value as Body
}

export function bodiesOf(value: unknown, name: string, most: number): readonly Body[] {
  if (!Array.isArray(value) || value.length > most) throw new RangeError(`${name} is no list of at most ${most}`)
  return value.map((one: unknown) => bodyOf(one, name))
}

export function textAt(body: Body, name: string): string {
  const value = body[name]
  if (typeof value !== 'string' || value.length > mostText) throw new RangeError(`${name} is no short text`)
  return value
}

/** A whole number in plain digits. */
export function amountAt(body: Body, name: string): Amount {
  const value = textAt(body, name)
  if (value.length > mostDigits || !/^\d+$/.test(value)) throw new RangeError(`${name} is no whole number`)
  if (BigInt(value) >> 256n !== 0n) throw new RangeError(`${name} is beyond 256 bits`)
  return amount(BigInt(value))
}

/** A whole number that is exact as a JSON number or in plain digits. */
export function countAt(body: Body, name: string): number {
  const value = body[name]
  const count = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value
  if (typeof count !== 'number' || !Number.isSafeInteger(count) || count < 0)
    throw new RangeError(`${name} is no whole number`)
  return count
}

export function addressAt(body: Body, name: string): Address {
  const value = textAt(body, name)
  if (!/^0x[0-9a-f]{40}$/i.test(value)) throw new RangeError(`${name} is no address`)
  return evm(value)
}

export function bytesAt(body: Body, name: string, most: number): Hex {
  const value = body[name]
  if (typeof value !== 'string' || value.length > 2 + 2 * most || !/^0x(?:[0-9a-f]{2})*$/i.test(value))
    throw new RangeError(`${name} is no bytes`)
  return hex(value)
}

/** A fraction of one in plain decimals, rounded to a millionth. */
export function fractionAt(body: Body, name: string): Ppm {
  const value = textAt(body, name)
  const millionths = /^\d+(?:\.\d+)?$/.test(value) ? Math.round(Number(value) * 1e6) : Number.NaN
  if (!(millionths >= 0 && millionths <= 1e6)) throw new RangeError(`${name} is no fraction`)
  return ppm(millionths)
}

/** A number for people, never one that is reckoned with: `undefined` where there is none. */
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
    throw new RangeError(`${name} is no quote id`, { cause: error })
  }
}
