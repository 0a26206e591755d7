/**
 * The curve x³y + xy³ = k of stable pools, in integers of 18 decimals with the contract's own roundings and overflows.
 * Source: Pool._k, _f, _d and _get_y of Aerodrome (Velodrome v2).
 */
import { uint256 } from '#math/integers/uint256'

export const wad = 10n ** 18n
const maxSteps = 255

/** One whole token in smallest units, of token 0 and token 1. */
export type SolidlyScales = readonly [bigint, bigint]

/** k of two amounts of 18 decimals, each product rounded down. @throws RangeError if it overflows */
function computeK(x: bigint, y: bigint): bigint {
  const a = uint256(x * y) / wad
  const b = uint256(x * x) / wad + uint256(y * y) / wad
  return uint256(a * uint256(b)) / wad
}

/** How fast {@link computeK} grows with y. */
function computeGrowth(x: bigint, y: bigint): bigint {
  const first = uint256(3n * x * (uint256(y * y) / wad)) / wad
  return uint256(first + uint256((uint256(x * x) / wad) * x) / wad)
}

/** An amount of smallest units in 18 decimals, rounded down. */
export const scaleAmount = (amount: bigint, scale: bigint): bigint => uint256(amount * wad) / scale

/** k of two amounts of smallest units. */
export const computeInvariant = ([a, b]: readonly [bigint, bigint], [scaleA, scaleB]: SolidlyScales): bigint =>
  computeK(scaleAmount(a, scaleA), scaleAmount(b, scaleB))

/**
 * The least y with k(x, y) ≥ `k`, or a neighbour of it if Newton's steps end there: the contract's result.
 * @param from start value of the steps
 * @param scales the contract scales its one trial of y + 1 a second time by them, in the order of its tokens; so do we
 * @throws RangeError if the contract reverts
 */
export function solveY(x: bigint, k: bigint, from: bigint, scales: SolidlyScales): bigint {
  let y = from
  for (let step = 0; step < maxSteps; step += 1) {
    const here = computeK(x, y)
    const isBelow = here < k
    const distance = uint256((isBelow ? k - here : here - k) * wad) / computeGrowth(x, y)
    const end = distance === 0n ? findSolverEnd({ x, y, here, k }, scales) : undefined
    if (end !== undefined) return end
    const stride = distance === 0n ? 1n : distance
    y = uint256(isBelow ? y + stride : y - stride)
  }
  throw new RangeError('the curve does not converge')
}

/** Where the contract stops once Newton's step is zero; `undefined` if it goes one unit further. */
function findSolverEnd(
  { x, y, here, k }: { readonly x: bigint; readonly y: bigint; readonly here: bigint; readonly k: bigint },
  scales: SolidlyScales,
): bigint | undefined {
  if (here === k) return y
  if (here < k) return computeInvariant([x, y + 1n], scales) > k ? y + 1n : undefined
  return computeK(x, uint256(y - 1n)) < k ? y : undefined
}
