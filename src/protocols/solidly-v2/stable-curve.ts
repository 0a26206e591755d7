/**
 * The curve x³y + xy³ = k of stable pools, in integers of 18 decimals with the contract's own roundings and overflows.
 * Source: Pool._k, _f, _d and _get_y of Aerodrome (Velodrome v2).
 */
import { uint256 } from '#math/uint256'

export const wad = 10n ** 18n
const mostSteps = 255

/** What one whole token is in smallest units, of token 0 and token 1. */
export type Scales = readonly [bigint, bigint]

/** k of two amounts of 18 decimals, each product rounded down. @throws RangeError where it overflows */
function product(x: bigint, y: bigint): bigint {
  const a = uint256(x * y) / wad
  const b = uint256(x * x) / wad + uint256(y * y) / wad
  return uint256(a * uint256(b)) / wad
}

/** How fast {@link product} grows with y. */
function growth(x: bigint, y: bigint): bigint {
  const first = uint256(3n * x * (uint256(y * y) / wad)) / wad
  return uint256(first + uint256((uint256(x * x) / wad) * x) / wad)
}

/** An amount of smallest units in 18 decimals, rounded down. */
export const scaled = (amount: bigint, scale: bigint): bigint => uint256(amount * wad) / scale

/** k of two amounts of smallest units. */
export const invariant = ([a, b]: readonly [bigint, bigint], [scaleA, scaleB]: Scales): bigint =>
  product(scaled(a, scaleA), scaled(b, scaleB))

/**
 * The least y with k(x, y) ≥ `k`, or one beside it where Newton's steps end there: what the contract comes to.
 * @param from where the steps begin
 * @param scales the contract scales its one trial of y + 1 a second time by them, in the order of its tokens; so do we
 * @throws RangeError where the contract reverts
 */
export function solveY(x: bigint, k: bigint, from: bigint, scales: Scales): bigint {
  let y = from
  for (let step = 0; step < mostSteps; step += 1) {
    const here = product(x, y)
    const isBelow = here < k
    const distance = uint256((isBelow ? k - here : here - k) * wad) / growth(x, y)
    const end = distance === 0n ? endAt({ x, y, here, k }, scales) : undefined
    if (end !== undefined) return end
    const stride = distance === 0n ? 1n : distance
    y = uint256(isBelow ? y + stride : y - stride)
  }
  throw new RangeError('the curve does not converge')
}

/** Where the contract stops once Newton's step is none; `undefined` where it goes one unit on. */
function endAt(
  { x, y, here, k }: { readonly x: bigint; readonly y: bigint; readonly here: bigint; readonly k: bigint },
  scales: Scales,
): bigint | undefined {
  if (here === k) return y
  if (here < k) return invariant([x, y + 1n], scales) > k ? y + 1n : undefined
  return product(x, uint256(y - 1n)) < k ? y : undefined
}
