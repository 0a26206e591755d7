import { fail } from '#domain/errors'
import { requestLimits } from '#domain/quotes/quote'
import { type Ppm, ppm } from '#domain/units'

/**
 * `0.5%`, `50bps` or the fraction `0.005`. A bare number above 0.01 is refused as ambiguous.
 * @throws `INVALID_SLIPPAGE`
 */
export function parseSlippage(text: string): Ppm {
  const value = parseRatio(text)
  if (value > requestLimits.slippagePpm) throw invalidSlippage(text, 'it is above 50%')
  return value
}

/** A limit in the same notation, 0 … 100%. @throws `INVALID_SLIPPAGE` */
export function parseRatio(text: string): Ppm {
  const [, digits = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,18})?)\s*(%|bps|bp)?$/i.exec(text.trim()) ?? []
  if (digits === '') throw invalidSlippage(text, reasonOf(text.trim()))
  if (unit === '' && Number(digits) > 0.01)
    throw invalidSlippage(text, `it is ambiguous: write ${suggestMeanings(digits)}`)
  return toExactPpm(text, digits, unit === '' ? 6 : unit === '%' ? 4 : 2)
}

/** The digits shifted by `places`: exact, without floating point or rounding. */
function toExactPpm(text: string, digits: string, places: number): Ppm {
  const [whole = '', part = ''] = digits.split('.')
  const kept = part.replace(/0+$/, '')
  if (kept.length > places) throw invalidSlippage(text, 'it is finer than one millionth')
  const value = Number(whole + kept.padEnd(places, '0'))
  if (value > 1_000_000) throw invalidSlippage(text, 'it is above 100%')
  return ppm(value)
}

/** `0.05` may be 5% as a fraction and 0.05% as a percentage; above 1 only the latter is possible. */
function suggestMeanings(digits: string): string {
  if (Number(digits) > 1) return `${digits}%`
  const [whole = '', part = ''] = digits.split('.')
  const moved = `${whole}${part.padEnd(2, '0').slice(0, 2)}`.replace(/^0+(?=\d)/, '')
  const rest = part.slice(2)
  return `${moved}${rest === '' ? '' : `.${rest}`}% or ${digits}%`
}

function reasonOf(text: string): string {
  if (/^[-−]/.test(text)) return 'it is negative'
  if (/\d,\d/.test(text)) return 'a decimal point is “.”'
  return 'it is not a number'
}

const invalidSlippage = (value: string, reason: string) => fail('INVALID_SLIPPAGE', { value, reason })
