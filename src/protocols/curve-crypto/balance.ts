/** What a pool has to keep of one token where all others are given, by Newton's method. Source: `newton_y` of the contracts in `invariant.ts`. */
import { uint256 } from '#math/uint256'
import { wad } from '#math/wad'
import { bend, checkShape } from './invariant.ts'
import { descending } from './roots.ts'
import { checkPart, leastInvariant, mostInvariant, partsOf, rulesOf } from './rules.ts'
import type { Shape } from './state.ts'

const mostSteps = 255
const digits = 10n ** 14n
const largest = (...numbers: readonly bigint[]): bigint => numbers.reduce((most, one) => (one > most ? one : most), 0n)

/**
 * @param balances of 18 decimals in the first token's value; that of `to` is not looked at
 * @param d the invariant
 * @throws RangeError where the contract reverts
 */
export function cryptoBalance(shape: Shape, balances: readonly bigint[], to: number, d: bigint): bigint {
  const { n, ofTwo } = rulesOf[shape.kind]
  const { byNewton } = partsOf(shape)
  const others = balances.filter((_, i) => i !== to)
  checkOthers(shape, others, d)
  const sorted = descending(others)
  const sum = others.reduce((total, one) => total + one, 0n)
  const share = sorted.reduce((product, one) => uint256(product * one * n) / d, wad)
  const limit = largest((sorted[0] ?? 0n) / digits, d / digits, 100n)
  const [first = 0n] = others
  let y = ofTwo
    ? uint256(d * d) / (first * 4n)
    : sorted.toReversed().reduce((guess, one) => uint256(guess * d) / (one * n), d / n)
  for (let step = 0; step < mostSteps; step += 1) {
    const last = y
    const next = stepped(shape, { y, d, share, sum })
    y = next ?? last / 2n
    const moved = y > last ? y - last : last - y
    if (next === undefined || moved >= largest(limit, y / digits)) continue
    if (byNewton !== undefined) checkPart(uint256(y * wad) / d, byNewton)
    return y
  }
  throw new RangeError('y does not converge')
}

/** @throws RangeError where the contract refuses the balances that are given */
export function checkOthers(shape: Shape, others: readonly bigint[], d: bigint): void {
  checkShape(shape)
  if (d < leastInvariant || d > mostInvariant) throw new RangeError('unsafe D')
  const { given, times } = partsOf(shape)
  for (const one of others) checkPart(uint256(one * wad * times) / d, given)
}

interface Guess {
  readonly y: bigint
  readonly d: bigint
  /** K₀ without y. */
  readonly share: bigint
  /** Without y. */
  readonly sum: bigint
}

/** `undefined` where the guess is too large by far: then the contract takes half of it, whatever the difference. */
function stepped(shape: Shape, { y, d, share: shareOfOthers, sum: sumOfOthers }: Guess): bigint | undefined {
  const share = uint256(shareOfOthers * y * rulesOf[shape.kind].n) / d
  const sum = sumOfOthers + y
  const { distance, curved } = bend(shape, share, d)
  const slope = wad + (2n * wad * share) / distance
  const rise = uint256(wad * y + uint256(sum * slope) + curved) - uint256(d * slope)
  if (rise < 0n) return undefined
  const fall = rise / y
  const below = curved / fall
  const above = uint256(rise + wad * d) / fall + uint256(below * wad) / share
  const less = below + (wad * sum) / fall
  // half as well, but here the contract may stop
  return above < less ? y / 2n : above - less
}
