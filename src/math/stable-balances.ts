/**
 * Balancer's reading of Curve's StableSwap: n balances of 18 decimals with the invariant D, found by Newton's method in
 * the contract's own integers. The amplification is A · n^(n−1) with three decimals, so a factor of 1,000 stands for 1.
 * Source: StableMath.sol of Balancer v2 and v3, which differ in one rounding.
 */
import { divUp } from './full-math.ts'
import { uint256 } from './wad.ts'

/** Where the contracts of the two versions round differently. */
export type StableRounding = 'v2' | 'v3'

export interface StableCurve {
  readonly rounding: StableRounding
  /** With three decimals. */
  readonly amplification: bigint
  /** 18 decimals, rates applied. */
  readonly balances: readonly bigint[]
}

const precision = 1_000n
const mostRounds = 255

/**
 * D, rounded down as the contracts do; 0 for an empty pool.
 * @throws RangeError where the contract reverts: an overflow, a balance of 0, or no end after 255 rounds
 */
export function stableInvariant({ amplification, balances }: StableCurve): bigint {
  const sum = uint256(balances.reduce((all, balance) => all + balance, 0n))
  if (sum === 0n) return 0n
  const n = BigInt(balances.length)
  const total = amplification * n
  return settled(sum, (invariant) => {
    let product = invariant
    for (const balance of balances) product = uint256(product * invariant) / (balance * n)
    const above = uint256((uint256(total * sum) / precision + product * n) * invariant)
    return above / (uint256((total - precision) * invariant) / precision + (n + 1n) * product)
  })
}

/**
 * What the balance at `index` has to be, given the others, for the invariant to hold; rounded up.
 * @throws RangeError as {@link stableInvariant}
 */
export function stableBalance({ rounding, amplification, balances }: StableCurve, invariant: bigint, index: number) {
  const n = BigInt(balances.length)
  const total = amplification * n
  const own = balances[index] as bigint
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
  return settled(divUp(uint256(squared + c), invariant + b), (balance) =>
    divUp(uint256(balance * balance + c), uint256(balance * 2n + b - invariant)),
  )
}

/** Repeats `step` until it changes its number by 1 at most. */
function settled(start: bigint, step: (value: bigint) => bigint): bigint {
  let value = start
  for (let round = 0; round < mostRounds; round += 1) {
    const next = step(value)
    const change = next > value ? next - value : value - next
    if (change <= 1n) return next
    value = next
  }
  throw new RangeError('does not converge')
}

/** What `amountIn` of one token, its fee taken off, buys of another; one unit less than the curve gives. @throws as above. */
export function stableOut(curve: StableCurve, { from, to }: Way, amountIn: bigint): bigint {
  const invariant = stableInvariant(curve)
  const balances = curve.balances.with(from, uint256((curve.balances[from] as bigint) + amountIn))
  const left = stableBalance({ ...curve, balances }, invariant, to)
  return uint256((balances[to] as bigint) - left - 1n)
}

/** What has to be sold, before its fee, to buy `amountOut`; one unit more than the curve asks for. @throws as above. */
export function stableIn(curve: StableCurve, { from, to }: Way, amountOut: bigint): bigint {
  const invariant = stableInvariant(curve)
  const balances = curve.balances.with(to, uint256((curve.balances[to] as bigint) - amountOut))
  const grown = stableBalance({ ...curve, balances }, invariant, from)
  return uint256(grown - (balances[from] as bigint) + 1n)
}

interface Way {
  readonly from: number
  readonly to: number
}
