/** Prices of ticks and bins, which trades stop at again and again: each is computed by some twenty products. */

const slots = 1 << 14

/**
 * A pure function of an integer that keeps its recent values. Direct-mapped: a number's slot is its low bits, so the
 * cache never grows and never needs clearing.
 */
export function cachePrices(compute: (n: number) => bigint): (n: number) => bigint {
  const keys = new Float64Array(slots).fill(Number.NaN)
  const prices = new Array<bigint>(slots).fill(0n)
  return (n) => {
    const slot = n & (slots - 1)
    if (keys[slot] === n) return prices[slot] as bigint
    const price = compute(n)
    keys[slot] = n
    prices[slot] = price
    return price
  }
}
