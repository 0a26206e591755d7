import { fail } from '#domain/errors'
import { requestLimits } from '#domain/quotes/quote'
import { type Ppm, ppm } from '#domain/units'

/** A value in this notation: what it is called, and its limit. */
interface Kind {
  readonly what: string
  readonly max: number
}

const slippage: Kind = { what: 'slippage', max: requestLimits.slippagePpm }
const limit: Kind = { what: 'limit', max: 1_000_000 }

/**
 * `0.5%`, `50bps` or the fraction `0.005`. A bare number above 0.01 is refused as ambiguous.
 * @throws `INVALID_SLIPPAGE`
 */
export const parseSlippage = (text: string): Ppm => parseShare(text, slippage)

/** As {@link parseSlippage}, or the word `auto`. @throws `INVALID_SLIPPAGE` */
export const parseSlippageOrAuto = (text: string): Ppm | 'auto' =>
  text.trim().toLowerCase() === 'auto' ? 'auto' : parseSlippage(text)

/** A limit in the same notation, 0 … 100%. @throws `INVALID_SLIPPAGE` */
export const parseRatio = (text: string): Ppm => parseShare(text, limit)

function parseShare(text: string, kind: Kind): Ppm {
  const [, digits = '', unit = ''] = /^(\d{1,12}(?:\.\d{1,18})?)\s*(%|bps|bp)?$/i.exec(text.trim()) ?? []
  if (digits === '') throw invalidShare(text, kind, reasonOf(text.trim()))
  if (unit === '' && Number(digits) > 0.01) {
    const meanings = listMeanings(digits, kind)
    throw invalidShare(text, kind, 'it may be a percentage or a fraction', `write ${meanings.join(' or ')}`)
  }
  return toExactPpm(text, kind, { digits, places: unit === '' ? 6 : unit === '%' ? 4 : 2 })
}

/** The digits shifted by `places`: exact, without floating point or rounding. */
function toExactPpm(
  text: string,
  kind: Kind,
  { digits, places }: { readonly digits: string; readonly places: number },
): Ppm {
  const [whole = '', part = ''] = digits.split('.')
  const kept = part.replace(/0+$/, '')
  if (kept.length > places) throw invalidShare(text, kind, 'it is finer than one millionth')
  const value = Number(whole + kept.padEnd(places, '0'))
  if (value > kind.max) throw invalidShare(text, kind, `it is above ${kind.max / 10_000}%`)
  return ppm(value)
}

/** `0.05` may be 5% as a fraction and 0.05% as a percentage; only meanings that are accepted are named. */
function listMeanings(digits: string, { max }: Kind): readonly string[] {
  const [whole = '', part = ''] = digits.split('.')
  const moved = `${whole}${part.padEnd(2, '0').slice(0, 2)}`.replace(/^0+(?=\d)/, '')
  const rest = part.slice(2)
  const meanings = [`${moved}${rest === '' ? '' : `.${rest}`}`, digits]
  const accepted = meanings.filter((meaning) => Number(meaning) * 10_000 <= max)
  return accepted.length === 0 ? ['0.5%, 50bps'] : accepted.map((meaning) => `${meaning}%`)
}

function reasonOf(text: string): string {
  if (/^[-\u2212]/.test(text)) return 'it is negative'
  if (/\d,\d/.test(text)) return 'a decimal point is “.”'
  return 'it is not a number'
}

const invalidShare = (value: string, { what }: Kind, reason: string, fix?: string) =>
  fail('INVALID_SLIPPAGE', { value, reason, what, ...(fix === undefined ? {} : { fix }) })
