/** Parsers of simple words: each returns a value or says what is wrong with the text. */
import { fail } from '#domain/errors'
import { type Ppm, ppm, type Seconds, seconds } from '#domain/units'

const invalidText = (reason: string) => fail('VALIDATION_FAILED', { reason })

/** Any non-empty text. @throws `VALIDATION_FAILED`. */
export function parseText(text: string): string {
  if (text.trim() === '') throw invalidText('an empty text')
  return text.trim()
}

/** A path, unchanged. @throws `VALIDATION_FAILED` when empty or with a NUL. */
export function parsePath(text: string): string {
  if (text === '' || text.includes('\0')) throw invalidText('an empty path')
  return text
}

/** A boolean as in environment variables: an empty text is false. @throws `VALIDATION_FAILED`. */
export function parseBoolean(text: string): boolean {
  const word = text.trim().toLowerCase()
  if (['1', 'true', 'yes', 'on'].includes(word)) return true
  if (['', '0', 'false', 'no', 'off'].includes(word)) return false
  throw invalidText(`"${text}" is neither true nor false`)
}

/** A parser of one word of a list; the shell completes the words. */
export interface ChoiceParser<T extends string> {
  (text: string): T
  readonly choices: readonly T[]
}

/** One word of a list. @throws `VALIDATION_FAILED` with the list. */
export function choiceParser<const T extends readonly string[]>(words: T): ChoiceParser<T[number]> {
  const parse = (text: string): T[number] => {
    const found = words.find((word) => word === text)
    if (found === undefined) throw invalidText(`"${text}" is not one of ${words.join(', ')}`)
    return found
  }
  return Object.assign(parse, { choices: words })
}

/** A whole number in plain digits, both bounds included. @throws `VALIDATION_FAILED`. */
export function integerParser(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (!(value >= min && value <= max)) throw invalidText(`"${text}" is not a whole number between ${min} and ${max}`)
    return value
  }
}

/** A port; 0 selects a free one. @throws `VALIDATION_FAILED`. */
export const parsePort = integerParser(0, 65_535)

/** Parts per million, 0 … 500,000. @throws `VALIDATION_FAILED`. */
export const parsePpm = (text: string): Ppm => ppm(integerParser(0, 500_000)(text))

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }

/** `90s`, `5m`, `1h`: whole seconds, 1 s … 24 h. A bare number is refused, as its unit is ambiguous. */
export function parseDuration(text: string): Seconds {
  const [, digits = '', unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? []
  const value = Number(digits) * (unitSeconds[unit] ?? 0)
  if (digits === '') throw invalidText(`"${text}" is not a time: write 90s, 5m or 1h`)
  if (value < 1 || value > 86_400) throw invalidText(`"${text}" is not between 1s and 24h`)
  return seconds(value)
}
