/** Amounts as traders type them. Every refused form gets its own reason. */
import { fail } from '#domain/errors'
import { type Amount, amount, million, type Ppm, ppm } from '#domain/units'

/** An amount before its token is known. */
export type ParsedAmount =
  | { readonly kind: 'units'; readonly text: string }
  | { readonly kind: 'raw'; readonly raw: Amount }
  | { readonly kind: 'share'; readonly of: Ppm }
  | { readonly kind: 'max' }

/**
 * `1.5` (whole tokens), `raw:1500000` (smallest units), `50%` (of the account's balance), `max`.
 * @throws `INVALID_AMOUNT`, `AMOUNT_OUT_OF_RANGE`
 */
export function parseAmount(text: string): ParsedAmount {
  const word = text.trim()
  if (word.toLowerCase() === 'max') return { kind: 'max' }
  if (word.startsWith('raw:')) return parseRawAmount(word.slice(4))
  if (word.endsWith('%')) return { kind: 'share', of: parseShare(word) }
  checkDigits(word)
  return { kind: 'units', text: word }
}

/** Plain digits in the smallest unit, as for `--raw-amount`. @throws `INVALID_AMOUNT`, `AMOUNT_OUT_OF_RANGE` */
export function parseRawAmount(text: string): ParsedAmount & { kind: 'raw' } {
  checkDigits(text)
  if (text.includes('.')) throw invalidAmount(text, 'the smallest unit has no decimals')
  return { kind: 'raw', raw: amount(BigInt(text)) }
}

/**
 * Converts whole tokens to the token's smallest unit, exactly.
 * @param decimals 0 … 255
 * @throws `INVALID_AMOUNT` with more decimals than the token has, `AMOUNT_OUT_OF_RANGE`
 */
export function unitsToRaw(text: string, token: { readonly symbol: string; readonly decimals: number }): Amount {
  checkDigits(text)
  const [whole = '', part = ''] = text.split('.')
  if (part.length > token.decimals)
    throw invalidAmount(text, `${token.symbol} has ${token.decimals} decimals, this has ${part.length}`, [
      suggestFewerDecimals(whole, part, token),
    ])
  return amount(BigInt(whole + part.padEnd(token.decimals, '0')))
}

/**
 * The raw amount.
 * @param held the account's spendable balance of the token; read only for a share or `max`
 * @throws `INVALID_AMOUNT` if the amount is zero
 */
export async function resolveAmount(
  spec: ParsedAmount,
  token: { readonly symbol: string; readonly decimals: number },
  held: () => Promise<Amount>,
): Promise<Amount> {
  switch (spec.kind) {
    case 'raw':
      return spec.raw
    case 'units':
      return unitsToRaw(spec.text, token)
    case 'max':
      return requirePositive('max', token, await held())
    case 'share':
      return requirePositive(`${spec.of / 10_000}%`, token, amount(((await held()) * BigInt(spec.of)) / million))
  }
}

function requirePositive(text: string, { symbol }: { readonly symbol: string }, value: Amount): Amount {
  if (value === 0n)
    throw invalidAmount(text, `the account holds no ${symbol} to spend`, [
      'name an amount, such as 1.5, or another account: --account <name>',
    ])
  return value
}

/** The amount cut to the token's decimals, or the smallest one there is. */
function suggestFewerDecimals(
  whole: string,
  part: string,
  { symbol, decimals }: { readonly symbol: string; readonly decimals: number },
): string {
  const cut = decimals === 0 ? whole : `${whole}.${part.slice(0, decimals)}`
  if (!/^[0.]+$/.test(cut)) return `write at most ${decimals} decimals: ${cut}`
  return `the smallest amount of ${symbol} is ${decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`}`
}

function parseShare(word: string): Ppm {
  const digits = word.slice(0, -1).trim()
  const [, whole = '', part = ''] = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(digits) ?? []
  const value = Number(whole + part.padEnd(4, '0'))
  if (whole === '' || value === 0 || value > 1_000_000)
    throw invalidAmount(word, 'a share lies above 0% and up to 100%')
  return ppm(value)
}

/** Positive plain digits, with or without decimals; every other form has its own reason. */
function checkDigits(text: string): void {
  if (text === '') throw invalidAmount(text, 'it is empty')
  if (/^[-\u2212]/.test(text)) throw invalidAmount(text, 'it is negative')
  if (/^\d+(\.\d+)?e[+-]?\d+$/i.test(text)) throw invalidAmount(text, 'exponents are not accepted, write all digits')
  if (/^0x/i.test(text)) throw invalidAmount(text, 'hexadecimal is not accepted')
  if (/^\d[\d.]*[,_'\u2019\s][\d.,_'\u2019\s]*$/.test(text))
    throw invalidAmount(text, 'separators are not accepted, a decimal point is “.”')
  if (text.split('.').length > 2) throw invalidAmount(text, 'it has more than one decimal point')
  if (/^(\.\d+|\d+\.)$/.test(text)) throw invalidAmount(text, 'digits are needed on both sides of the decimal point')
  if (!/^\d+(\.\d+)?$/.test(text)) throw invalidAmount(text, 'it is not a number')
  if (/^[0.]+$/.test(text)) throw invalidAmount(text, 'it is zero')
}

const invalidAmount = (value: string, reason: string, fix?: readonly string[]) =>
  fail('INVALID_AMOUNT', { value, reason, ...(fix === undefined ? {} : { fix }) })
