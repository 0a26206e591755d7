/**
 * Balancer's version of Curve's StableSwap: n balances of 18 decimals with the invariant D, found by Newton's method in
 * the contract's own integers. The amplification is A · n^(n−1) with three decimals: 1,000 represents 1. Source:
 * StableMath.sol of Balancer v2 and v3, which differ in one rounding.
 */
import { itemAt } from '#domain/item-at'
import { divUp } from '#math/integers/full-math'
import { uint256 } from '#math/integers/uint256'

/** Which version's rounding to use. */
export type StableRounding = 'v2' | 'v3'

export interface StableCurve {
  readonly rounding: StableRounding
  /** With three decimals. */
  readonly amplification: bigint
  /** 18 decimals, rates applied. */
  readonly balances: readonly bigint[]
}

const precision = 1_000n
const maxRounds = 255

/**
 * D, rounded down as the contracts do; 0 for an empty pool.
 * @throws RangeError if the contract reverts: an overflow, a balance of 0, or no convergence after 255 rounds
 */
export function solveInvariant({ amplification, balances }: StableCurve): bigint {
  const sum = uint256(balances.reduce((all, balance) => all + balance, 0n))
  if (sum === 0n) return 0n
  const n = BigInt(balances.length)
  const total = amplification * n
  return iterateToFixedPoint(sum, (invariant) => {
    let product = invariant
    for (const balance of balances) product = uint256(product * invariant) / (balance * n)
    const above = uint256((uint256(total * sum) / precision + product * n) * invariant)
    return above / (uint256((total - precision) * invariant) / precision + (n + 1n) * product)
  })
}

/**
 * The balance at `index` that keeps the invariant, given the others; rounded up.
 * @throws RangeError as {@link solveInvariant}
 */
export function solveBalance({ rounding, amplification, balances }: StableCurve, invariant: bigint, index: number) {
  const n = BigInt(balances.length)
  const total = amplification * n
  const own = itemAt(balances, index)
  const [first = 0n, ...others] = balances
  let product = uint256(first * n)
  for (const balance of others) product = uint256(uint256(product * balance) * n) / invariant
  const rest = balances.reduce((all, balance) => all + balance, -own)

  const squared = uint256(invariant * invariant)
  const divisor = uint256(total * product)
  const c =
    rounding === 'v3'
      ? uint256(divUp(uint256(squared * precision), divisor) * own)
      : uint256(divUp(squared, divisor) * precision * own)
  const b = rounding === 'v3' ? rest + uint256(invariant * precision) / total : rest + (invariant / total) * precision
  return iterateToFixedPoint(divUp(uint256(squared + c), invariant + b), (balance) =>
    divUp(uint256(balance * balance + c), uint256(balance * 2n + b - invariant)),
  )
}

/** Repeats `step` until it changes its number by at most 1. */
function iterateToFixedPoint(start: bigint, step: (value: bigint) => bigint): bigint {
  let value = start
  for (let round = 0; round < maxRounds; round += 1) {
    const next = step(value)
    const change = next > value ? next - value : value - next
    if (change <= 1n) return next
    value = next
  }
  throw new RangeError('does not converge')
}

/**
 * Output of one token for `amountIn` of another, net of the fee; one unit less than the curve gives.
 * @throws as above.
 */
export function computeStableOut(curve: StableCurve, { from, to }: SwapDirection, amountIn: bigint): bigint {
  const invariant = solveInvariant(curve)
  const balances = curve.balances.with(from, uint256(itemAt(curve.balances, from) + amountIn))
  const left = solveBalance({ ...curve, balances }, invariant, to)
  return uint256(itemAt(balances, to) - left - 1n)
}

/** Input, before its fee, that buys `amountOut`; one unit more than the curve requires. @throws as above. */
export function computeStableIn(curve: StableCurve, { from, to }: SwapDirection, amountOut: bigint): bigint {
  const invariant = solveInvariant(curve)
  const balances = curve.balances.with(to, uint256(itemAt(curve.balances, to) - amountOut))
  const grown = solveBalance({ ...curve, balances }, invariant, from)
  return uint256(grown - itemAt(balances, from) + 1n)
}

interface SwapDirection {
  readonly from: number
  readonly to: number
}
