/**
 * Curve's invariant of n balances, A·n^n·Σx + D = A·D·n^n + D^(n+1) / (n^n·Πx), in integers with the contracts'
 * roundings: each division rounded down, iterated until it moves by at most one. Source: SwapUtilsExternal.getD and
 * getY of Saddle's StableSwap; StableSwap's `get_D` and `get_y` of Curve.
 */
import { uint256 } from '#math/integers/uint256'

export interface Amplification {
  /** As stored by the contract: A · n^(n−1) · `precision`. */
  readonly a: bigint
  /** 1 for the oldest pools, 100 for all others. */
  readonly precision: bigint
  /** D's product is divided by n^n once it includes all balances; if absent, by n at every balance. */
  readonly dividedOnce?: boolean
  /** Iterations before the contract gives up; 256 if absent. */
  readonly maxSteps?: number
  /** The contract does not revert then but uses the last value. */
  readonly acceptsUnconverged?: boolean
}

const defaultMaxSteps = 256

const areClose = (one: bigint, other: bigint): boolean => one - other <= 1n && other - one <= 1n

/** D of balances in one precision. 0 for an empty pool. @throws RangeError if the contract reverts */
export function solveInvariant(balances: readonly bigint[], curve: Amplification): bigint {
  const { a, precision, dividedOnce = false, maxSteps = defaultMaxSteps, acceptsUnconverged: takesLast = false } = curve
  const sum = uint256(balances.reduce((total, one) => total + one, 0n))
  if (sum === 0n) return 0n
  const n = BigInt(balances.length)
  const ann = a * n
  let d = sum
  for (let step = 0; step < maxSteps; step += 1) {
    const product = dividedOnce
      ? balances.reduce((p, one) => uint256(p * d) / one, d) / n ** n
      : balances.reduce((p, one) => uint256(p * d) / (one * n), d)
    const previous = d
    const above = uint256((uint256(ann * sum) / precision + product * n) * d)
    d = above / (uint256((ann - precision) * d) / precision + uint256((n + 1n) * product))
    if (areClose(d, previous)) return d
  }
  if (takesLast) return d
  throw new RangeError('D does not converge')
}

/**
 * The balance that token `to` must keep when all others are as in `balances`.
 * @param d the invariant
 * @throws RangeError if the contract reverts
 */
export function solveBalance(
  balances: readonly bigint[],
  to: number,
  d: bigint,
  { a, precision, maxSteps = defaultMaxSteps, acceptsUnconverged: takesLast = false }: Amplification,
): bigint {
  const n = BigInt(balances.length)
  const ann = a * n
  const others = balances.filter((_, i) => i !== to)
  const sum = others.reduce((total, one) => uint256(total + one), 0n)
  const product = others.reduce((c, one) => uint256(c * d) / uint256(one * n), d)
  const c = uint256(uint256(product * d) * precision) / (ann * n)
  const b = sum + uint256(d * precision) / ann
  let y = d
  for (let step = 0; step < maxSteps; step += 1) {
    const previous = y
    y = uint256(uint256(y * y) + c) / uint256(y * 2n + b - d)
    if (areClose(y, previous)) return y
  }
  if (takesLast) return y
  throw new RangeError('y does not converge')
}
