/**
 * The same balance as the root of a cubic in K₀, which the invariant of three tokens becomes once two of them are
 * given. Source: `get_y` of CurveCryptoMathOptimized3 (Tricrypto-NG), in signed words whose divisions round towards
 * zero.
 */

import { int256 } from '#math/integers/int256'
import { squareRoot } from '#math/integers/square-root'
import { uint256 } from '#math/integers/uint256'
import { wad } from '#math/integers/wad'
import { checkOthers, solveCryptoBalance } from './balance.ts'
import { cubeRoot } from './roots.ts'
import { checkPart, getPartLimits } from './rules.ts'
import { abs, signedCubeRoot } from './signed.ts'
import type { CurveCryptoShape } from './state.ts'

/** Divisors of the coefficients, so that their squares fit: 10^26 above 10^44, and so on. */
const dividers: readonly (readonly [above: bigint, divider: bigint])[] = [48n, 44n, 40n, 36n, 32n, 28n, 24n, 20n].map(
  (digits) => [10n ** digits, 10n ** (digits - 18n)],
)

export interface CubicRoot {
  readonly y: bigint
  /** K₀ at that balance, 18 decimals; 0 if it was found by Newton's method. */
  readonly share: bigint
}

/**
 * As {@link solveCryptoBalance}, which it calls if the cubic has several roots.
 * @throws RangeError if the contract reverts
 */
export function solveBalanceByCubic(
  shape: CurveCryptoShape,
  balances: readonly bigint[],
  to: number,
  d: bigint,
): CubicRoot {
  const others = balances.filter((_, i) => i !== to)
  checkOthers(shape, others, d)
  const [one = 0n, other = 0n] = others
  const cubic = scaleCubic(computeCoefficients(shape, one, other, d))
  const root = solveCubic(cubic)
  if (root === undefined) return { y: solveCryptoBalance(shape, balances, to, d), share: 0n }
  const shares = ((int256(d * d) / 27n / other) * d) / one
  const y = uint256(int256(shares * root) / cubic.a)
  const share = uint256(int256(wad * root) / cubic.a)
  checkPart(uint256(y * wad) / d, getPartLimits(shape).byCubic)
  return { y, share }
}

interface Cubic {
  readonly a: bigint
  readonly b: bigint
  readonly c: bigint
  readonly d: bigint
}

/** Coefficients of K₀'s powers, 36 decimals. */
function computeCoefficients({ a: ann, gamma }: CurveCryptoShape, one: bigint, other: bigint, d: bigint): Cubic {
  const square = gamma * gamma
  const unit = wad * wad
  const shares = int256(((d * d) / one) * square * ann) / 729n / 10_000n / other
  const spread = int256((int256(square * (one + other - d)) / d) * ann) / 27n / 10_000n
  return {
    a: unit / 27n,
    b: unit / 9n + (2n * wad * gamma) / 27n - shares,
    c: unit / 9n + (gamma * (gamma + 4n * wad)) / 27n + spread,
    d: (wad + gamma) ** 2n / 27n,
  }
}

/** Multiplies until `a` and `b` have the same size, and divides until the squares of all fit. */
function scaleCubic({ a, b, c, d }: Cubic): Cubic {
  const size = abs(int256(int256(3n * a * c) / b - b))
  const divider = dividers.find(([above]) => size > above)?.[1] ?? 1n
  if (a > abs(b)) {
    const more = abs(a / b)
    const times = (n: bigint) => int256(n * more) / divider
    return { a: times(a), b: times(b), c: times(c), d: times(d) }
  }
  const less = abs(b / a)
  const part = (n: bigint) => n / less / divider
  return { a: part(a), b: part(b), c: part(c), d: part(d) }
}

/** The real root, 36 decimals times the factor the cubic was scaled by; `undefined` if there may be three. */
function solveCubic({ a, b, c, d }: Cubic): bigint | undefined {
  const product = int256(3n * a * c)
  const delta = int256(product / b - b)
  const turn = int256(int256(3n * product) / b - 2n * b - int256((int256(27n * a * a) / b) * d) / b)
  const square = int256(int256(turn * turn) + int256((int256(4n * delta * delta) / b) * delta))
  if (square <= 0n) return undefined
  const root = squareRoot(square)
  const second = turn > 0n ? cubeRoot((turn + root) / 2n) : -cubeRoot((root - turn) / 2n)
  const first = signedCubeRoot(b)
  const joined = int256((int256(first * first) / wad) * second) / wad
  return int256(b + int256(b * delta) / joined - joined) / 3n
}
