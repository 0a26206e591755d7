/**
 * The balance of a pool of two tokens as the root of a cubic in K₀, which the invariant becomes once the other is
 * given. Source: `get_y` of CurveCryptoMathOptimized2 v2.1.0 (Twocrypto-NG), whose arithmetic is only partly checked.
 */

import { int256 } from '#math/integers/int256'
import { squareRoot } from '#math/integers/square-root'
import { uint256 } from '#math/integers/uint256'
import { wad } from '#math/integers/wad'
import { checkOthers, solveCryptoBalance } from './balance.ts'
import type { CubicRoot } from './cubic.ts'
import { cubeRoot } from './roots.ts'
import { checkPart, getPartLimits } from './rules.ts'
import { abs, signedCubeRoot, wrapInt256 } from './signed.ts'
import type { CurveCryptoShape } from './state.ts'

/**
 * Divisors of the coefficients, so that their squares fit, by the threshold that the least of three numbers exceeds.
 */
const dividers: readonly (readonly [above: bigint, divider: bigint])[] = [
  [10n ** 30n, 10n ** 12n],
  [10n ** 28n, 10n ** 10n],
  [10n ** 26n, 10n ** 8n],
  [10n ** 24n, 10n ** 6n],
  [10n ** 20n, 10n ** 2n],
]

/**
 * The coefficient of K₀'s third power, 32 decimals: 1. The contract has larger divisors for values that never occur.
 */
const one = 10n ** 32n

/**
 * As {@link solveCryptoBalance}, which it calls if the cubic has several roots.
 * @throws RangeError if the contract reverts
 */
export function solvePairByCubic(
  shape: CurveCryptoShape,
  balances: readonly bigint[],
  to: number,
  d: bigint,
): CubicRoot {
  const other = balances[1 - to] ?? 0n
  checkOthers(shape, [other], d)
  const cubic = scaleCubic(computeCoefficients(shape, other, d))
  const root = solveCubic(cubic)
  if (root === undefined) return { y: solveCryptoBalance(shape, balances, to, d), share: 0n }
  const y = uint256((wrapInt256((d * d) / other) * root) / 4n / wad)
  const share = uint256(root)
  checkPart(uint256(y * wad) / d, getPartLimits(shape).byCubic)
  return { y, share }
}

interface Cubic {
  readonly a: bigint
  readonly b: bigint
  readonly c: bigint
  readonly d: bigint
}

/** Coefficients of K₀'s powers, 32 decimals. */
function computeCoefficients({ a: ann, gamma }: CurveCryptoShape, other: bigint, d: bigint): Cubic {
  const square = gamma * gamma
  const steepness = int256(ann * square)
  const part = (4n * steepness) / 400_000_000n
  return {
    a: one,
    b: int256(d * steepness) / 400_000_000n / other - 3n * one - 2n * gamma * 10n ** 14n,
    c: 3n * one + 4n * gamma * 10n ** 14n + square / 10_000n + int256(part * other) / d - part,
    d: -((wad + gamma) ** 2n / 10_000n),
  }
}

function scaleCubic(cubic: Cubic): Cubic {
  const { delta, turn } = computeDiscriminants(cubic)
  const smallest = [abs(delta), abs(turn), cubic.a].reduce((min, n) => (n < min ? n : min))
  const divider = dividers.find(([above]) => smallest > above)?.[1] ?? 1n
  const { a, b, c, d } = cubic
  return { a: a / divider, b: b / divider, c: c / divider, d: d / divider }
}

function computeDiscriminants({ a, b, c, d }: Cubic) {
  const delta = int256(int256(3n * a * c) / b - b)
  const turn = int256(3n * delta + b - int256((int256(27n * a * a) / b) * d) / b)
  return { delta, turn }
}

/** The real root, 18 decimals; `undefined` if there may be three. */
function solveCubic(cubic: Cubic): bigint | undefined {
  const { a, b } = cubic
  const { delta, turn } = computeDiscriminants(cubic)
  const square = int256(int256(turn * turn) + wrapInt256((int256(4n * delta * delta) / b) * delta))
  if (square <= 0n) return undefined
  const root = squareRoot(square)
  const second =
    turn > 0n ? cubeRoot(uint256(wrapInt256(turn + root)) / 2n) : -cubeRoot(uint256(wrapInt256(root - turn)) / 2n)
  const joined = wrapInt256((int256(signedCubeRoot(b) ** 2n) / wad) * second) / wad
  const moved = int256((wrapInt256(wad * b) / joined) * delta)
  return int256(wrapInt256(wad * joined) - wrapInt256(wad * b) - moved) / (3n * a)
}
