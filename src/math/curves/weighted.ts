/**
 * Pools with the invariant Π balance^weight, all with 18 decimals: Balancer v2 and v3. Source: WeightedMath.sol and
 * FixedPoint.sol of both.
 */
import { wadPow } from '#math/integers/log-exp'
import { uint256 } from '#math/integers/uint256'
import { wad, wadComplement, wadDivDown, wadDivUp, wadMulDown, wadMulUp } from '#math/integers/wad'

export interface WeightedSides {
  readonly balanceIn: bigint
  readonly weightIn: bigint
  readonly balanceOut: bigint
  readonly weightOut: bigint
}

/** No trade may exceed 30 % of the balance it changes. */
const maxPart = (wad * 3n) / 10n

/** How x^y is rounded up; the first pools of v2 have one method only. */
export type PowUp = (x: bigint, y: bigint) => bigint

/** By logarithm for every exponent: pools of Balancer v2's first weighted factories. */
export const powUpByLog: PowUp = (x, y) => {
  const raw = wadPow(x, y)
  return uint256(raw + wadMulUp(raw, 10_000n) + 1n)
}

/** Exact for the exponents 1, 2 and 4: every later pool. */
export const powUp: PowUp = (x, y) => {
  if (y === wad) return x
  if (y === 2n * wad) return wadMulUp(x, x)
  if (y !== 4n * wad) return powUpByLog(x, y)
  const square = wadMulUp(x, x)
  return wadMulUp(square, square)
}

/** True if later pools compute the power of a sale by multiplication, which costs less gas than a logarithm. */
export const isPlainPower = ({ weightIn, weightOut }: Pick<WeightedSides, 'weightIn' | 'weightOut'>): boolean =>
  [wad, 2n * wad, 4n * wad].includes(wadDivDown(weightIn, weightOut))

/**
 * Output of `amountIn`, net of its fee; rounded down.
 * @throws RangeError if the contract reverts: more than 30 % of the balance, or an overflow
 */
export function computeWeightedOut(pow: PowUp, sides: WeightedSides, amountIn: bigint): bigint {
  const { balanceIn, weightIn, balanceOut, weightOut } = sides
  if (amountIn > wadMulDown(balanceIn, maxPart)) throw new RangeError('more than 30 % of the balance')
  const base = wadDivUp(balanceIn, uint256(balanceIn + amountIn))
  const power = pow(base, wadDivDown(weightIn, weightOut))
  return wadMulDown(balanceOut, wadComplement(power))
}

/** Input, before its fee, that buys `amountOut`; rounded up. @throws RangeError as {@link computeWeightedOut}. */
export function computeWeightedIn(pow: PowUp, sides: WeightedSides, amountOut: bigint): bigint {
  const { balanceIn, weightIn, balanceOut, weightOut } = sides
  if (amountOut > wadMulDown(balanceOut, maxPart)) throw new RangeError('more than 30 % of the balance')
  const base = wadDivUp(balanceOut, balanceOut - amountOut)
  const power = pow(base, wadDivUp(weightOut, weightIn))
  return wadMulUp(balanceIn, power - wad)
}
