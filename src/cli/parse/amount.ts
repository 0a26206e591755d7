/** Amounts as traders type them. Every form that is refused says what is wrong with it. */
import { fail } from '#domain/errors'
import { type Amount, amount, million, type Ppm, ppm } from '#domain/units'

/** An amount before its token is known. */
export type AmountText =
  | { readonly kind: 'units'; readonly text: string }
  | { readonly kind: 'raw'; readonly raw: Amount }
  | { readonly kind: 'share'; readonly of: Ppm }
  | { readonly kind: 'max' }

/**
 * `1.5` (whole tokens), `raw:1500000` (smallest units), `50%` (of what the account holds), `max`.
 * @throws `INVALID_AMOUNT`, `AMOUNT_OUT_OF_RANGE`
 */
export function amountText(text: string): AmountText {
  const word = text.trim()
  if (word.toLowerCase() === 'max') return { kind: 'max' }
  if (word.startsWith('raw:')) return rawAmount(word.slice(4))
  if (word.endsWith('%')) return { kind: 'share', of: share(word) }
  checkDigits(word)
  return { kind: 'units', text: word }
}

/** Plain digits in the smallest unit, as `--raw-amount` has them. @throws `INVALID_AMOUNT`, `AMOUNT_OUT_OF_RANGE` */
export function rawAmount(text: string): AmountText & { kind: 'raw' } {
  checkDigits(text)
  if (text.includes('.')) throw bad(text, 'the smallest unit has no decimals')
  return { kind: 'raw', raw: amount(BigInt(text)) }
}

/**
 * Whole tokens to the token's smallest unit, exactly.
 * @param decimals 0 … 255
 * @throws `INVALID_AMOUNT` with more decimals than the token has, `AMOUNT_OUT_OF_RANGE`
 */
export function unitsToRaw(text: string, token: { readonly symbol: string; readonly decimals: number }): Amount {
  checkDigits(text)
  const [whole = '', part = ''] = text.split('.')
  if (part.length > token.decimals)
    throw bad(text, `${token.symbol} has ${token.decimals} decimals, this has ${part.length}`)
  return amount(BigInt(whole + part.padEnd(token.decimals, '0')))
}

/**
 * The raw amount that was meant.
 * @param held what the account can spend of the token; asked only for a share or `max`
 * @throws `INVALID_AMOUNT` where it comes to nothing
 */
export async function toRaw(
  spec: AmountText,
  token: { readonly symbol: string; readonly decimals: number },
  held: () => Promise<Amount>,
): Promise<Amount> {
  switch (spec.kind) {
    case 'raw':
      return spec.raw
    case 'units':
      return unitsToRaw(spec.text, token)
    case 'max':
      return positive('max', await held())
    case 'share':
      return positive(`${spec.of / 10_000}%`, amount(((await held()) * BigInt(spec.of)) / million))
  }
}

function positive(text: string, value: Amount): Amount {
  if (value === 0n) throw bad(text, 'the account holds none to spend')
  return value
}

function share(word: string): Ppm {
  const digits = word.slice(0, -1).trim()
  const [, whole = '', part = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(digits) ?? []
  const value = Number(whole + part.padEnd(4, '0'))
  if (whole === '' || value === 0 || value > 1_000_000) throw bad(word, 'a share lies above 0% and up to 100%')
  return ppm(value)
}

/** Positive plain digits, with decimals or without; each other form has its own reason. */
function checkDigits(text: string): void {
  if (text === '') throw bad(text, 'it is empty')
  if (/^[-−]/.test(text)) throw bad(text, 'it is negative')
  if (/^\d+(\.\d+)?e[+-]?\d+$/i.test(text)) throw bad(text, 'exponents are not taken, write all digits')
  if (/^0x/i.test(text)) throw bad(text, 'hexadecimal is not taken')
  if (/^\d[\d.]*[,_'’\s][\d.,_'’\s]*$/.test(text)) throw bad(text, 'separators are not taken, a decimal point is “.”')
  if (text.split('.').length > 2) throw bad(text, 'it has more than one decimal point')
  if (/^(\.\d+|\d+\.)$/.test(text)) throw bad(text, 'digits are needed on both sides of the decimal point')
  if (!/^\d+(\.\d+)?$/.test(text)) throw bad(text, 'it is not a number')
  if (/^[0.]+$/.test(text)) throw bad(text, 'it is zero')
}

const bad = (value: string, reason: string) => fail('INVALID_AMOUNT', { value, reason })
