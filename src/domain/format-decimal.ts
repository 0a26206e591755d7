/**
 * `raw / 10^decimals` as plain digits, exact: no exponent, no separators, no trailing zeros.
 * @param decimals 0 … 255
 */
export function formatDecimal(raw: bigint, decimals: number): string {
  const sign = raw < 0n ? '-' : ''
  const digits = (raw < 0n ? -raw : raw).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return part === '' ? sign + whole : `${sign}${whole}.${part}`
}
