/**
 * The balance of a pool of two tokens as the root of a cubic in K₀, which the invariant is once the other is given.
 * Source: `get_y` of CurveCryptoMathOptimized2 v2.1.0 (Twocrypto-NG), whose arithmetic is checked in part only.
 */
import { squareRoot } from '#math/square-root'
import { uint256 } from '#math/uint256'
import { wad } from '#math/wad'
import { checkOthers, cryptoBalance } from './balance.ts'
import type { Found } from './cubic.ts'
import { cubeRoot } from './roots.ts'
import { checkPart, partsOf } from './rules.ts'
import { absolute, int256, signedCubeRoot, wrapped } from './signed.ts'
import type { Shape } from './state.ts'

/** By what coefficients are divided so that their squares fit, where the least of three numbers is above so much. */
const dividers: readonly (readonly [above: bigint, divider: bigint])[] = [
  [10n ** 30n, 10n ** 12n],
  [10n ** 28n, 10n ** 10n],
  [10n ** 26n, 10n ** 8n],
  [10n ** 24n, 10n ** 6n],
  [10n ** 20n, 10n ** 2n],
]

/** The coefficient of K₀'s third power, 32 decimals: 1. The contract knows larger dividers for what is never above it. */
const one = 10n ** 32n

/** As {@link cryptoBalance}; by it where the cubic has several roots. @throws RangeError where the contract reverts */
export function pairCubicBalance(shape: Shape, balances: readonly bigint[], to: number, d: bigint): Found {
  const other = balances[1 - to] ?? 0n
  checkOthers(shape, [other], d)
  const cubic = scaled(coefficients(shape, other, d))
  const root = rootOf(cubic)
  if (root === undefined) return { y: cryptoBalance(shape, balances, to, d), share: 0n }
  const y = uint256((wrapped((d * d) / other) * root) / 4n / wad)
  const share = uint256(root)
  checkPart(uint256(y * wad) / d, partsOf(shape).byCubic)
  return { y, share }
}

interface Cubic {
  readonly a: bigint
  readonly b: bigint
  readonly c: bigint
  readonly d: bigint
}

/** Of K₀'s powers, 32 decimals. */
function coefficients({ a: ann, gamma }: Shape, other: bigint, d: bigint): Cubic {
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

function scaled(cubic: Cubic): Cubic {
  const { delta, turn } = turning(cubic)
  const least = [absolute(delta), absolute(turn), cubic.a].reduce((min, n) => (n < min ? n : min))
  const divider = dividers.find(([above]) => least > above)?.[1] ?? 1n
  const { a, b, c, d } = cubic
  return { a: a / divider, b: b / divider, c: c / divider, d: d / divider }
}

function turning({ a, b, c, d }: Cubic) {
  const delta = int256(int256(3n * a * c) / b - b)
  const turn = int256(3n * delta + b - int256((int256(27n * a * a) / b) * d) / b)
  return { delta, turn }
}

/** The real root, 18 decimals; `undefined` where there may be three. */
function rootOf(cubic: Cubic): bigint | undefined {
  const { a, b } = cubic
  const { delta, turn } = turning(cubic)
  const square = int256(int256(turn * turn) + wrapped((int256(4n * delta * delta) / b) * delta))
  if (square <= 0n) return undefined
  const root = squareRoot(square)
  const second =
    turn > 0n ? cubeRoot(uint256(wrapped(turn + root)) / 2n) : -cubeRoot(uint256(wrapped(root - turn)) / 2n)
  const joined = wrapped((int256(signedCubeRoot(b) ** 2n) / wad) * second) / wad
  const moved = int256((wrapped(wad * b) / joined) * delta)
  return int256(wrapped(wad * joined) - wrapped(wad * b) - moved) / (3n * a)
}
