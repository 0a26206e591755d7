/**
 * D of balances with different values: K·D^(n−1)·Σx + Πx = K·D^n + (D/n)^n, where K = A·K₀·γ² / (γ + 1 − K₀)² and K₀ =
 * Πx·(n/D)^n. By Newton's method, in the integers and the order of the contracts. Source: `newton_D` of
 * CurveCryptoSwap2, CurveCryptoMath3, CurveCryptoMathOptimized3 and CurveCryptoMathOptimized2.
 */
import { squareRoot } from '#math/integers/square-root'
import { uint256 } from '#math/integers/uint256'
import { wad } from '#math/integers/wad'
import { cubeRoot, geometricMean, sortDescending } from './roots.ts'
import { checkPart, getPartLimits, minGamma, rulesByKind } from './rules.ts'
import type { CurveCryptoShape } from './state.ts'
import { noSteps, type SolverSteps } from './steps.ts'

const maxSteps = 255
/** A · n^n is stored with four more digits. */
const aUnit = 10_000n

/**
 * @param unsorted balances of 18 decimals, in the first token's value
 * @param share K₀ as the root of a cubic, the start value of the cubic's contract; 0 if unknown
 * @param steps to which those of D are added
 * @returns D, 18 decimals
 * @throws RangeError if the contract reverts
 */
export function solveCryptoInvariant(
  shape: CurveCryptoShape,
  unsorted: readonly bigint[],
  share = 0n,
  steps: SolverSteps = noSteps(),
): bigint {
  const { n } = rulesByKind[shape.kind]
  const balances = sortDescending(unsorted)
  checkBalances(shape, balances)
  const sum = balances.reduce((total, one) => uint256(total + one), 0n)
  let d = share === 0n ? n * geometricMean(shape.kind, balances, steps) : guessInvariant(balances, sum, share)
  for (let step = 0; step < maxSteps; step += 1) {
    steps.invariant += 1
    const last = d
    d = takeNewtonStep(shape, { balances, sum, d: last })
    const moved = d > last ? d - last : last - d
    if (moved * 10n ** 14n < (d > 10n ** 16n ? d : 10n ** 16n)) return checkInvariant(shape, balances, d)
  }
  throw new RangeError('D does not converge')
}

/** @throws RangeError unless the contract accepts A and gamma */
export function checkShape({ kind, a, gamma }: CurveCryptoShape): void {
  const { minA, maxA, maxGamma } = rulesByKind[kind]
  if (a < minA || a > maxA) throw new RangeError('unsafe A')
  if (gamma < minGamma || gamma > maxGamma) throw new RangeError('unsafe gamma')
}

/** The distance of K₀ from γ + 1, and the part of K it gives: `_g1k0` and `mul1` of the contracts. */
export function computeCurvature({ a, gamma }: CurveCryptoShape, share: bigint, d: bigint) {
  const away = gamma + wad - share
  const distance = (away < 0n ? -away : away) + 1n
  const squared = uint256(uint256((uint256(wad * d) / gamma) * distance) / gamma)
  return { distance, curved: uint256(squared * distance * aUnit) / a }
}

function checkBalances(shape: CurveCryptoShape, [largest = 0n, ...others]: readonly bigint[]): void {
  const { minOfLargest } = rulesByKind[shape.kind]
  if (minOfLargest === undefined) {
    if (largest === 0n) throw new RangeError('an empty pool')
    return
  }
  checkShape(shape)
  const isSafe = largest >= 10n ** 9n && largest <= 10n ** 33n
  if (!isSafe || others.some((one) => (one * wad) / largest < minOfLargest)) throw new RangeError('unsafe balances')
}

/** With K₀ given, D is a root: with as many digits of the product as fit in a word. */
function guessInvariant(balances: readonly bigint[], sum: bigint, share: bigint): bigint {
  const [x = 0n, y = 0n, z] = balances
  if (z === undefined) {
    const d = squareRoot(((4n * x * y) / share) * wad)
    return d < sum ? d : sum
  }
  const [digits, back] = sum > 10n ** 36n ? [36n, 12n] : sum > 10n ** 24n ? [24n, 6n] : [18n, 0n]
  const product = uint256((uint256(x * y) / 10n ** digits) * z)
  return cubeRoot(uint256((product / share) * 27n * 10n ** back))
}

interface InvariantGuess {
  readonly balances: readonly bigint[]
  readonly sum: bigint
  readonly d: bigint
}

function takeNewtonStep(shape: CurveCryptoShape, { balances, sum, d }: InvariantGuess): bigint {
  const { n } = rulesByKind[shape.kind]
  const share = computeShare(shape, balances, d)
  const { distance, curved } = computeCurvature(shape, share, d)
  const slope = uint256(2n * wad * n * share) / distance
  const fall = uint256(sum + uint256(sum * slope) / wad + uint256(curved * n) / share - uint256(slope * d) / wad)
  const above = uint256(d * uint256(fall + sum)) / fall
  const square = uint256(d * d) / fall
  const moved = uint256(d * (curved / fall)) / wad
  const below = share < wad ? square + uint256(moved * (wad - share)) / share : square - (moved * (share - wad)) / share
  if (below < 0n) throw new RangeError('no D')
  return above > below ? above - below : (below - above) / 2n
}

/** K₀, 18 decimals; divided in the order of each contract. */
function computeShare({ kind }: CurveCryptoShape, balances: readonly bigint[], d: bigint): bigint {
  const { n, ofTwo } = rulesByKind[kind]
  if (!ofTwo) return balances.reduce((share, one) => uint256(share * one * n) / d, wad)
  const [x = 0n, y = 0n] = balances
  return uint256((uint256(4n * wad * x) / d) * y) / d
}

function checkInvariant(shape: CurveCryptoShape, balances: readonly bigint[], d: bigint): bigint {
  const { ofInvariant } = getPartLimits(shape)
  for (const one of balances) checkPart(uint256(one * wad) / d, ofInvariant)
  return d
}
