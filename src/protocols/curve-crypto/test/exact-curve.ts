/**
 * Curve's invariant of tokens with different values in its published form, K·D^(n−1)·Σx + Πx = K·D^n + (D/n)^n with K =
 * A·K₀·γ² / (γ + 1 − K₀)² and K₀ = Πx·(n/D)^n, multiplied out into integers and solved by bisection. Shares no step
 * with `#protocols/curve-crypto`, and rounds nothing.
 */

/** Scale of this file's numbers over numbers of 18 decimals. */
export const fine = 10n ** 12n

const wad = 10n ** 18n

export interface Invariant {
  /** 18 decimals. */
  readonly balances: readonly bigint[]
  /** A · n^n · 10^4 */
  readonly a: bigint
  /** 18 decimals. */
  readonly gamma: bigint
}

/** True if the balances exceed those of D. Both of the same precision. */
function isAbove({ balances, a, gamma }: Invariant, d: bigint): boolean {
  const n = BigInt(balances.length)
  const sum = balances.reduce((total, one) => total + one, 0n)
  const product = balances.reduce((all, one) => all * one * n, 1n)
  const power = d ** n
  const away = (gamma + wad) * power - wad * product
  return a * product * gamma ** 2n * d ** (2n * n - 1n) * (sum - d) + 10_000n * away ** 2n * (product - power) > 0n
}

/** The smallest number from which on `isSo` holds. */
function min(from: bigint, to: bigint, isSo: (n: bigint) => boolean): bigint {
  let [low, high] = [from, to]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (isSo(middle)) high = middle
    else low = middle
  }
  return high
}

/** D, fine. Lies between the value for a constant product and the sum. */
export function exactInvariant({ balances, ...curve }: Invariant): bigint {
  const scaled = balances.map((one) => one * fine)
  const n = BigInt(scaled.length)
  const sum = scaled.reduce((total, one) => total + one, 0n)
  const product = scaled.reduce((all, one) => all * one * n, 1n)
  const geometric = min(0n, sum, (d) => d ** n >= product) - 1n
  return min(geometric, sum + 1n, (d) => !isAbove({ balances: scaled, ...curve }, d))
}

/** The balance of `to` that keeps D, given the others; fine. Between a thousandth of D and a thousand times D. */
export function exactBalance({ balances, ...curve }: Invariant, to: number, d: bigint): bigint {
  const [scaled, whole] = [balances.map((one) => one * fine), d * fine]
  return min(whole / 1_000n, whole * 1_000n, (y) => isAbove({ balances: scaled.with(to, y), ...curve }, whole))
}
