/** Roots as the contracts compute them: each by its own iteration, with its error. */
import { squareRoot } from '#math/integers/square-root'
import { uint256 } from '#math/integers/uint256'
import { wad } from '#math/integers/wad'
import type { CurveCryptoKind } from './state.ts'
import { noSteps, type SolverSteps } from './steps.ts'

const maxSteps = 255

/** x^(1/n) of the product of n numbers of 18 decimals. @throws RangeError if the contract reverts */
export function geometricMean(
  kind: CurveCryptoKind,
  numbers: readonly bigint[],
  steps: SolverSteps = noSteps(),
): bigint {
  const [x = 0n, y = 0n, z = 0n] = numbers
  if (kind === 'two-ng') return squareRoot(uint256(x * y))
  if (kind !== 'tri-ng') return iterateMean(kind, sortDescending(numbers), steps)
  const product = uint256((uint256(x * y) / wad) * z) / wad
  return product === 0n ? 0n : cubeRoot(product)
}

export const sortDescending = (numbers: readonly bigint[]): readonly bigint[] =>
  numbers.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0))

function iterateMean(kind: CurveCryptoKind, [first = 0n, ...others]: readonly bigint[], steps: SolverSteps): bigint {
  const n = BigInt(others.length + 1)
  const next =
    kind === 'two'
      ? (mean: bigint) => (mean + uint256(first * (others[0] ?? 0n)) / mean) / 2n
      : (mean: bigint) => {
          const part = [first, ...others].reduce((product, one) => uint256(product * one) / mean, wad)
          return uint256(mean * ((n - 1n) * wad + part)) / (n * wad)
        }
  let mean = first
  for (let step = 0; step < maxSteps; step += 1) {
    steps.mean += 1
    const last = mean
    mean = next(last)
    const moved = mean > last ? mean - last : last - mean
    if (moved <= 1n || moved * wad < mean) return mean
  }
  throw new RangeError('the mean does not converge')
}

/** 2^256 / 10^36: from here on fewer than 36 more digits fit in a word, and from 10^18 times that none. */
const large = 115_792_089_237_316_195_423_570_985_008_687_907_853_269n

/** ∛x of a number of 18 decimals. Source: `_cbrt` of CurveCryptoMathOptimized3: seven steps from a guess by the number's length. */
export function cubeRoot(x: bigint): bigint {
  if (x === 0n) return 0n
  const isLarge = x >= large
  const isHuge = x >= large * wad
  const full = isHuge ? x : isLarge ? x * wad : x * wad * wad
  const length = BigInt(full.toString(2).length - 1)
  let root = (2n ** (length / 3n) * 1_260n ** (length % 3n)) / 1_000n ** (length % 3n)
  for (let step = 0; step < 7; step += 1) root = (2n * root + full / (root * root)) / 3n
  return isHuge ? root * 10n ** 12n : isLarge ? root * 10n ** 6n : root
}
