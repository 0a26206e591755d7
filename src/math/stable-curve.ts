/** Stable pools in floats, for the search; see `stable-balances.ts` for what they give. */

export interface StableFloats {
  /** With three decimals. */
  readonly amplification: number
  /** 18 decimals, rates applied. */
  readonly balances: readonly number[]
  readonly invariant: number
  readonly from: number
  readonly to: number
}

/** The balance of the bought token once the sold one's is `x`, and the marginal price there, both of 18 decimals. */
export function stablePoint(curve: StableFloats, x: number) {
  const { amplification, balances, invariant, from, to } = curve
  const n = balances.length
  const total = (amplification * n) / 1_000
  let sum = 0
  let part = invariant
  balances.forEach((balance, i) => {
    if (i === to) return
    const held = i === from ? x : balance
    sum += held
    part *= invariant / (held * n)
  })
  const c = (part * invariant) / (total * n)
  const b = sum + invariant / total - invariant
  // The positive root of y² + b y = c, in the form that cancels least.
  const root = Math.sqrt(b * b + 4 * c)
  const y = b > 0 ? (2 * c) / (b + root) : (root - b) / 2
  const bent = (part * invariant) / (n * y)
  return { y, slope: (total + bent / x) / (total + bent / y) }
}
