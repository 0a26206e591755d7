/**
 * Balance that a pool must keep of one token given all others, by Newton's method. Source: `newton_y` of the contracts
 * in `invariant.ts`.
 */
import { uint256 } from '#math/integers/uint256'
import { wad } from '#math/integers/wad'
import { checkShape, computeCurvature } from './invariant.ts'
import { sortDescending } from './roots.ts'
import { checkPart, getPartLimits, maxInvariant, minInvariant, rulesByKind } from './rules.ts'
import type { CurveCryptoShape } from './state.ts'
import { noSteps, type SolverSteps } from './steps.ts'

const maxSteps = 255
const digits = 10n ** 14n
const maxOf = (...numbers: readonly bigint[]): bigint => numbers.reduce((max, one) => (one > max ? one : max), 0n)

/**
 * @param balances of 18 decimals in the first token's value; that of `to` is ignored
 * @param d the invariant
 * @param steps to which those of this balance are added
 * @throws RangeError if the contract reverts
 */
export function solveCryptoBalance(
  shape: CurveCryptoShape,
  balances: readonly bigint[],
  to: number,
  d: bigint,
  steps: SolverSteps = noSteps(),
): bigint {
  const { n, ofTwo } = rulesByKind[shape.kind]
  const { byNewton } = getPartLimits(shape)
  const others = balances.filter((_, i) => i !== to)
  checkOthers(shape, others, d)
  const sorted = sortDescending(others)
  const sum = others.reduce((total, one) => total + one, 0n)
  const share = sorted.reduce((product, one) => uint256(product * one * n) / d, wad)
  const limit = maxOf((sorted[0] ?? 0n) / digits, d / digits, 100n)
  const [first = 0n] = others
  let y = ofTwo
    ? uint256(d * d) / (first * 4n)
    : sorted.toReversed().reduce((guess, one) => uint256(guess * d) / (one * n), d / n)
  for (let step = 0; step < maxSteps; step += 1) {
    steps.balance += 1
    const last = y
    const next = takeNewtonStep(shape, { y, d, share, sum })
    y = next ?? last / 2n
    const moved = y > last ? y - last : last - y
    if (next === undefined || moved >= maxOf(limit, y / digits)) continue
    if (byNewton !== undefined) checkPart(uint256(y * wad) / d, byNewton)
    return y
  }
  throw new RangeError('y does not converge')
}

/** @throws RangeError if the contract refuses the given balances */
export function checkOthers(shape: CurveCryptoShape, others: readonly bigint[], d: bigint): void {
  checkShape(shape)
  if (d < minInvariant || d > maxInvariant) throw new RangeError('unsafe D')
  const { given, times } = getPartLimits(shape)
  for (const one of others) checkPart(uint256(one * wad * times) / d, given)
}

interface BalanceGuess {
  readonly y: bigint
  readonly d: bigint
  /** K₀ without y. */
  readonly share: bigint
  /** Without y. */
  readonly sum: bigint
}

/** `undefined` if the guess is far too large: then the contract takes half of it, whatever the difference. */
function takeNewtonStep(
  shape: CurveCryptoShape,
  { y, d, share: shareOfOthers, sum: sumOfOthers }: BalanceGuess,
): bigint | undefined {
  const share = uint256(shareOfOthers * y * rulesByKind[shape.kind].n) / d
  const sum = sumOfOthers + y
  const { distance, curved } = computeCurvature(shape, share, d)
  const slope = shape.dividesSum ? (wad + 2n * wad * share) / distance : wad + (2n * wad * share) / distance
  const rise = uint256(wad * y + uint256(sum * slope) + curved) - uint256(d * slope)
  if (rise < 0n) return undefined
  const fall = rise / y
  const below = curved / fall
  const above = uint256(rise + wad * d) / fall + uint256(below * wad) / share
  const less = below + (wad * sum) / fall
  // half as well, but here the contract may stop
  return above < less ? y / 2n : above - less
}
