/** Powers of a tick's price by the bits of its distance from 0, multiplied as contracts do. */

const maxUint256 = (1n << 256n) - 1n

/**
 * A price at `tick` in Q128.128, each product rounded down, and inverted above 0.
 * @param powers of the price of tick −2^i, one for every bit i, Q128.128
 * @throws RangeError unless `tick` is an integer
 */
export function computeTickPower(powers: readonly bigint[], tick: number): bigint {
  if (!Number.isInteger(tick)) throw new RangeError(`${tick} is no tick`)
  const distance = Math.abs(tick)
  let ratio = 1n << 128n
  for (const [bit, power] of powers.entries()) {
    if (distance & (1 << bit)) ratio = (ratio * power) >> 128n
  }
  return tick > 0 ? maxUint256 / ratio : ratio
}
