/** Number and time formats of the HTTP API: plain decimal text, ISO-8601. */
import { formatDecimal } from '#domain/format-decimal'
import { type Ppm, type Seconds, seconds } from '#domain/units'

/** On every EVM network: gas is priced in 10^-18 of the coin. */
export const nativeDecimals = 18

/** Addresses are lower-case internally and have EIP-55 letters in every answer. */
export type Checksum = (address: string) => string

/** A ratio as the fraction that clients send: 500 ppm is `0.0005`. */
export const formatFraction = (ratio: Ppm): string => formatDecimal(BigInt(ratio), 6)

/**
 * Whole tokens times a price in US dollars, for display. Never an exponent, at most six decimals. `undefined` without a
 * price.
 */
export function formatUsd(raw: bigint, decimals: number, price: number | undefined): string | undefined {
  if (price === undefined) return undefined
  const dollars = Number(formatDecimal(raw, decimals)) * price
  if (!Number.isFinite(dollars) || dollars < 0) return undefined
  if (dollars >= 1e15) return BigInt(Math.round(dollars)).toString()
  return dollars.toFixed(6).replace(/\.?0+$/, '')
}

/** A price in US dollars: six significant digits, never an exponent, at most eighteen decimals. */
export function formatPrice(price: number): string {
  const magnitude = price > 0 ? Math.floor(Math.log10(price)) : 0
  const decimals = Math.min(18, Math.max(0, 5 - magnitude))
  const text = price >= 1e15 ? BigInt(Math.round(price)).toString() : price.toFixed(decimals)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

const padTwo = (n: number): string => String(n).padStart(2, '0')

/** `2026-01-01T00:05:00.000Z`. Domain code does not use `Date`; the calendar is Hinnant's `civil_from_days`. */
export function formatTime(time: Seconds): string {
  const days = Math.floor(time / 86_400)
  const ofDay = time - days * 86_400
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const ofEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1_460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  const clock = `${padTwo(Math.floor(ofDay / 3_600))}:${padTwo(Math.floor((ofDay % 3_600) / 60))}:${padTwo(ofDay % 60)}`
  return `${String(year).padStart(4, '0')}-${padTwo(month)}-${padTwo(day)}T${clock}.000Z`
}

/**
 * Parses the output of {@link formatTime}; fractions of a second are dropped. Hinnant's `days_from_civil`.
 * @throws RangeError unless a time in UTC since 1970.
 */
export function parseTime(text: string): Seconds {
  const parts = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d+)?Z$/.exec(text)?.slice(1).map(Number)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts ?? []
  const fromMarch = month > 2 ? month - 3 : month + 9
  const shifted = month > 2 ? year : year - 1
  const era = Math.floor(shifted / 400)
  const ofYear = Math.floor((153 * fromMarch + 2) / 5) + day - 1
  const ofEra =
    (shifted - era * 400) * 365 + Math.floor((shifted % 400) / 4) - Math.floor((shifted % 400) / 100) + ofYear
  const time = (era * 146_097 + ofEra - 719_468) * 86_400 + hour * 3_600 + minute * 60 + second
  if (parts === undefined || time < 0 || formatTime(seconds(time)).slice(0, 19) !== text.slice(0, 19))
    throw new RangeError(`"${text.slice(0, 40)}" is not a time`)
  return seconds(time)
}
