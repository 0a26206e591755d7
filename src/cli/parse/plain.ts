/** Parsers of the simplest words: each gives a value or says what is wrong with the text. */
import { fail } from '#domain/errors'
import { type Ppm, ppm, type Seconds, seconds } from '#domain/units'

const wrong = (reason: string) => fail('VALIDATION_FAILED', { reason })

/** Any text but an empty one. @throws `VALIDATION_FAILED`. */
export function plainText(text: string): string {
  if (text.trim() === '') throw wrong('an empty text')
  return text.trim()
}

/** A path, taken as it is. @throws `VALIDATION_FAILED` when empty or with a NUL. */
export function path(text: string): string {
  if (text === '' || text.includes('\0')) throw wrong('an empty path')
  return text
}

/** Yes or no, as environments write it: an empty text is no. @throws `VALIDATION_FAILED`. */
export function flagText(text: string): boolean {
  const word = text.trim().toLowerCase()
  if (['1', 'true', 'yes', 'on'].includes(word)) return true
  if (['', '0', 'false', 'no', 'off'].includes(word)) return false
  throw wrong(`"${text}" is neither true nor false`)
}

/** One word of a list. @throws `VALIDATION_FAILED` with the list. */
export function choice<const T extends readonly string[]>(words: T): (text: string) => T[number] {
  return (text) => {
    const found = words.find((word) => word === text)
    if (found === undefined) throw wrong(`"${text}" is none of ${words.join(', ')}`)
    return found
  }
}

/** A whole number in plain digits, both ends included. @throws `VALIDATION_FAILED`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= least && value <= most)) throw wrong(`"${text}" is not a whole number between ${least} and ${most}`)
    return value
  }
}

/** A port; 0 takes a free one. @throws `VALIDATION_FAILED`. */
export const port = wholeNumber(0, 65_535)

/** Parts per million, 0 … 500,000. @throws `VALIDATION_FAILED`. */
export const partsPerMillion = (text: string): Ppm => ppm(wholeNumber(0, 500_000)(text))

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }

/** `90s`, `5m`, `1h`: whole seconds, 1 s … 24 h. A bare number is refused: seconds and minutes look alike. */
export function duration(text: string): Seconds {
  const [, digits = '', unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? []
  const value = Number(digits) * (unitSeconds[unit] ?? 0)
  if (digits === '') throw wrong(`"${text}" is not a time: write 90s, 5m or 1h`)
  if (value < 1 || value > 86_400) throw wrong(`"${text}" is not between 1s and 24h`)
  return seconds(value)
}
