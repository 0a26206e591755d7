/**
 * Curve's invariant in its published form, Ann·Σx + D = Ann·D + D^(n+1) / (n^n·Πx), solved with forty digits more than
 * the contracts have: D by bisection, y by the quadratic formula. Shares no step with `#amm/stable-swap`.
 */

/** Scale of this file's numbers over numbers of 18 decimals. */
export const fine = 10n ** 40n

export interface Invariant {
  /** 18 decimals. */
  readonly balances: readonly bigint[]
  /** A·n^n times `precision`. */
  readonly ann: bigint
  readonly precision: bigint
}

/** D, fine, rounded down. */
export function exactInvariant({ balances, ann, precision }: Invariant): bigint {
  const n = BigInt(balances.length)
  const sum = balances.reduce((total, one) => total + one, 0n) * fine
  const shares = n ** n * balances.reduce((product, one) => product * one, 1n) * fine ** n
  // D^(n+1) / shares + (Ann − 1) D − Ann S, which grows with D
  const isAbove = (d: bigint) => precision * d ** (n + 1n) + shares * ((ann - precision) * d - ann * sum) > 0n
  let [low, high] = [0n, sum + 1n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (isAbove(middle)) high = middle
    else low = middle
  }
  return low
}

/** The balance of `to` that keeps D, given the others; fine, to a few of its last units. */
export function exactBalance({ balances, ann, precision }: Invariant, to: number, d: bigint): bigint {
  const n = BigInt(balances.length)
  const others = balances.filter((_, i) => i !== to)
  const sum = others.reduce((total, one) => total + one, 0n) * fine
  // y² + p y = q, all of it times Ann·n^n·Πx' where that is a divisor
  const p = sum + (d * precision) / ann - d
  const q =
    (d ** (n + 1n) * precision) / (ann * n ** n * others.reduce((product, one) => product * one, 1n) * fine ** (n - 1n))
  const root = rootOf(p * p + 4n * q)
  return p > 0n ? (2n * q) / (p + root) : (root - p) / 2n
}

/** The square root, rounded down. */
function rootOf(n: bigint): bigint {
  if (n < 2n) return n
  let guess = 1n << BigInt(Math.ceil(n.toString(2).length / 2))
  for (let better = (guess + n / guess) / 2n; better < guess; better = (guess + n / guess) / 2n) guess = better
  return guess
}
