/**
 * Converts whole tokens, a float, to smallest units: exact to the float, rounded down. @throws RangeError for no
 * amount.
 * @param {number} amount
 * @param {number} decimals
 */
export function toRaw(amount, decimals) {
  const { numerator, shift } = fraction(amount)
  return (numerator * 10n ** BigInt(decimals)) >> shift
}

/**
 * The same, rounded up.
 * @param {number} amount
 * @param {number} decimals
 */
export function toRawUp(amount, decimals) {
  const { numerator, shift } = fraction(amount)
  return -((-numerator * 10n ** BigInt(decimals)) >> shift)
}

/**
 * A float is a whole number over a power of two.
 * @param {number} amount
 */
function fraction(amount) {
  if (!(amount >= 0 && amount < Number.POSITIVE_INFINITY)) throw new RangeError(`${amount} is no amount`)
  let whole = amount
  let shift = 0n
  while (!Number.isInteger(whole)) {
    whole *= 2
    shift += 1n
  }
  return { numerator: BigInt(whole), shift }
}
