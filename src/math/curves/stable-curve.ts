/**
 * The invariant of stable pools in floats, for the search; exact amounts are in `stable-balances` and `stable-swap`.
 */

export interface StableFloats {
  /** A · n^n, the factor of the sum of balances in the invariant. */
  readonly ann: number
  /** In one precision, each above 0. */
  readonly balances: readonly number[]
  readonly invariant: number
  readonly from: number
  readonly to: number
}

export interface StablePoint {
  /** The output, computed without a subtraction that cancels. */
  readonly bought: number
  /** The remaining balance of the output token. */
  readonly left: number
  /** Marginal output per input, without the fee. */
  readonly slope: number
}

/**
 * With D and all other balances fixed, X Y (X + Y + β) = γ holds between the two traded balances, for some β and γ: a
 * quadratic in Y, and one in the decrease of Y. So the slope is (X Y + γ/X) / (X Y + γ/Y). For γ = 1 the second
 * derivative of 1/√slope by X is a positive number times (X − Y) · (X⁶Y⁴ + X⁴Y⁶ + 3X⁴Y³ + 3X³Y⁴ + 6X²Y² + X + Y):
 * concave until the two balances are equal, and convex from there on.
 * @returns a function of the input, net of the fee
 */
export function createStableCurve({ ann, balances, invariant, from, to }: StableFloats): (paid: number) => StablePoint {
  const n = balances.length
  const [held = 0, other = 0] = [balances[from], balances[to]]
  let [sum, c] = [0, (invariant * invariant) / (ann * n)]
  balances.forEach((balance, i) => {
    if (i === to) return
    sum += balance
    c *= invariant / (balance * n)
  })
  const otherTerms = sum - held + invariant / ann - invariant
  return (paid) => {
    const x = held + paid
    const now = (c * held) / x
    const b = x + otherTerms
    const root = Math.sqrt(b * b + 4 * now)
    const left = b > 0 ? (2 * now) / (b + root) : (root - b) / 2
    const linear = 2 * other + b
    const constant = paid * (other + c / x)
    const bought = (2 * constant) / (linear + Math.sqrt(Math.max(0, linear * linear - 4 * constant)))
    return { bought, left, slope: (x * left + now) / (x * left + (now * x) / left) }
  }
}

/** The input that makes both balances equal, or 0: found by bisection, to the precision of floats. */
export function findInputUntilEqual(
  balances: readonly number[],
  at: (paid: number) => StablePoint,
  from: number,
  to: number,
) {
  const [held = 0, other = 0] = [balances[from], balances[to]]
  if (held >= other) return 0
  let [low, high] = [0, other - held]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if (held + middle < at(middle).left) low = middle
    else high = middle
  }
  return high
}
