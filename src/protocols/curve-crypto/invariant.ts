/**
 * D of balances that are worth anything to each other: K·D^(n−1)·Σx + Πx = K·D^n + (D/n)^n, where K = A·K₀·γ² / (γ + 1 − K₀)²
 * and K₀ = Πx·(n/D)^n. By Newton's method, in the integers and the order of the contracts.
 * Source: `newton_D` of CurveCryptoSwap2, CurveCryptoMath3, CurveCryptoMathOptimized3 and CurveCryptoMathOptimized2.
 */
import { squareRoot } from '#math/square-root'
import { uint256 } from '#math/uint256'
import { wad } from '#math/wad'
import { cubeRoot, descending, geometricMean } from './roots.ts'
import { checkPart, leastGamma, partsOf, rulesOf } from './rules.ts'
import type { Shape } from './state.ts'

const mostSteps = 255
/** A · n^n is kept with four digits more. */
const aUnit = 10_000n

/**
 * @param unsorted balances of 18 decimals, in the first token's value
 * @param share K₀ as the root of a cubic found it, by which the cubic's contract begins; 0 where it is not known
 * @returns D, 18 decimals
 * @throws RangeError where the contract reverts
 */
export function cryptoInvariant(shape: Shape, unsorted: readonly bigint[], share = 0n): bigint {
  const { n } = rulesOf[shape.kind]
  const balances = descending(unsorted)
  checkBalances(shape, balances)
  const sum = balances.reduce((total, one) => uint256(total + one), 0n)
  let d = share === 0n ? n * geometricMean(shape.kind, balances) : guessed(balances, sum, share)
  for (let step = 0; step < mostSteps; step += 1) {
    const last = d
    d = stepped(shape, { balances, sum, d: last })
    const moved = d > last ? d - last : last - d
    if (moved * 10n ** 14n < (d > 10n ** 16n ? d : 10n ** 16n)) return checked(shape, balances, d)
  }
  throw new RangeError('D does not converge')
}

/** @throws RangeError unless A and gamma are such that the contract works with them */
export function checkShape({ kind, a, gamma }: Shape): void {
  const { leastA, mostA, mostGamma } = rulesOf[kind]
  if (a < leastA || a > mostA) throw new RangeError('unsafe A')
  if (gamma < leastGamma || gamma > mostGamma) throw new RangeError('unsafe gamma')
}

/** How far K₀ is from γ + 1, and what of K that makes: `_g1k0` and `mul1` of the contracts. */
export function bend({ a, gamma }: Shape, share: bigint, d: bigint) {
  const away = gamma + wad - share
  const distance = (away < 0n ? -away : away) + 1n
  const squared = uint256(uint256((uint256(wad * d) / gamma) * distance) / gamma)
  return { distance, curved: uint256(squared * distance * aUnit) / a }
}

function checkBalances(shape: Shape, [largest = 0n, ...others]: readonly bigint[]): void {
  const { leastOfLargest } = rulesOf[shape.kind]
  if (leastOfLargest === undefined) {
    if (largest === 0n) throw new RangeError('an empty pool')
    return
  }
  checkShape(shape)
  const isSafe = largest >= 10n ** 9n && largest <= 10n ** 33n
  if (!isSafe || others.some((one) => (one * wad) / largest < leastOfLargest)) throw new RangeError('unsafe balances')
}

/** With K₀ given, D is a root: as many digits of the product as fit in a word. */
function guessed(balances: readonly bigint[], sum: bigint, share: bigint): bigint {
  const [x = 0n, y = 0n, z] = balances
  if (z === undefined) {
    const d = squareRoot(((4n * x * y) / share) * wad)
    return d < sum ? d : sum
  }
  const [digits, back] = sum > 10n ** 36n ? [36n, 12n] : sum > 10n ** 24n ? [24n, 6n] : [18n, 0n]
  const product = uint256((uint256(x * y) / 10n ** digits) * z)
  return cubeRoot(uint256((product / share) * 27n * 10n ** back))
}

interface Guess {
  readonly balances: readonly bigint[]
  readonly sum: bigint
  readonly d: bigint
}

function stepped(shape: Shape, { balances, sum, d }: Guess): bigint {
  const { n } = rulesOf[shape.kind]
  const share = shareOf(shape, balances, d)
  const { distance, curved } = bend(shape, share, d)
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
function shareOf({ kind }: Shape, balances: readonly bigint[], d: bigint): bigint {
  const { n, ofTwo } = rulesOf[kind]
  if (!ofTwo) return balances.reduce((share, one) => uint256(share * one * n) / d, wad)
  const [x = 0n, y = 0n] = balances
  return uint256((uint256(4n * wad * x) / d) * y) / d
}

function checked(shape: Shape, balances: readonly bigint[], d: bigint): bigint {
  const { ofInvariant } = partsOf(shape)
  for (const one of balances) checkPart(uint256(one * wad) / d, ofInvariant)
  return d
}
