import { fail } from '#domain/errors'
import { limits } from '#domain/quote'
import { type Ppm, ppm } from '#domain/units'

/**
 * `0.5%`, `50bps` or the fraction `0.005`. A bare number above 0.01 is refused: it may be meant as either.
 * @throws `INVALID_SLIPPAGE`
 */
export function slippage(text: string): Ppm {
  const value = ratio(text)
  if (value > limits.slippagePpm) throw bad(text, 'it is above 50%')
  return value
}

/** A limit in the same words, 0 … 100%. @throws `INVALID_SLIPPAGE` */
export function ratio(text: string): Ppm {
  const [, digits = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*(%|bps|bp)?$/i.exec(text.trim()) ?? []
  if (digits === '') throw bad(text, reasonOf(text.trim()))
  const value = exactPpm(text, digits, unit === '' ? 6 : unit === '%' ? 4 : 2)
  if (unit === '' && value > 10_000)
    throw bad(text, `it is ambiguous: write ${digits}% or ${percentAsFraction(digits)}`)
  return value
}

/** The digits moved by `places`: no floating point, and no rounding of what a user wrote. */
function exactPpm(text: string, digits: string, places: number): Ppm {
  const [whole = '', part = ''] = digits.split('.')
  const kept = part.replace(/0+$/, '')
  if (kept.length > places) throw bad(text, 'it is finer than one millionth')
  const value = Number(whole + kept.padEnd(places, '0'))
  if (value > 1_000_000) throw bad(text, 'it is above 100%')
  return ppm(value)
}

/** `5` becomes `0.05`, `0.5` becomes `0.005`: what the user would write had percent been meant. */
function percentAsFraction(digits: string): string {
  const [whole = '', part = ''] = digits.split('.')
  const moved = whole.padStart(3, '0')
  return `${Number(moved.slice(0, -2))}.${moved.slice(-2)}${part}`.replace(/0+$/, '')
}

function reasonOf(text: string): string {
  if (/^[-−]/.test(text)) return 'it is negative'
  if (/\d,\d/.test(text)) return 'a decimal point is “.”'
  return 'it is not a number'
}

const bad = (value: string, reason: string) => fail('INVALID_SLIPPAGE', { value, reason })
