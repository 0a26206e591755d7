/** What a pool contract answers its vault, in numbers of 18 decimals with rates applied. */
import { computeStableIn, computeStableOut } from '#math/curves/stable-balances'
import { computeWeightedIn, computeWeightedOut, powUp, type WeightedSides } from '#math/curves/weighted'
import { uint256 } from '#math/integers/uint256'
import { wadMulDown } from '#math/integers/wad'
import type { BalancerV3State, BalancerV3WeightedCurve } from './state.ts'

export interface SwapDirection {
  readonly from: number
  readonly to: number
}

/** A trade must leave every balance above 1/10,000 of any other. */
const maxImbalance = 10_000n

/** Balances as the pool's math sees them. */
export const computeLiveBalances = ({ tokens }: BalancerV3State): readonly bigint[] =>
  tokens.map(({ raw, scaling, rate }) => wadMulDown(uint256(raw * scaling), rate))

/** @throws RangeError if the pool reverts. */
export function computeCurveOut(
  { curve, ...state }: BalancerV3State,
  direction: SwapDirection,
  amountIn: bigint,
): bigint {
  const balances = computeLiveBalances({ curve, ...state })
  if (curve.type === 'stable') {
    const out = computeStableOut({ rounding: 'v3', amplification: curve.amplification, balances }, direction, amountIn)
    requireBalanced(balances, direction, amountIn, out)
    return out
  }
  const out = computeWeightedOut(powUp, toWeightedSides(curve, balances, direction), amountIn)
  requireMinBalance(curve, balances, direction, out)
  return out
}

/** @throws RangeError if the pool reverts. */
export function computeCurveIn(
  { curve, ...state }: BalancerV3State,
  direction: SwapDirection,
  amountOut: bigint,
): bigint {
  const balances = computeLiveBalances({ curve, ...state })
  if (curve.type === 'stable') {
    const sold = computeStableIn({ rounding: 'v3', amplification: curve.amplification, balances }, direction, amountOut)
    requireBalanced(balances, direction, sold, amountOut)
    return sold
  }
  const sold = computeWeightedIn(powUp, toWeightedSides(curve, balances, direction), amountOut)
  requireMinBalance(curve, balances, direction, amountOut)
  return sold
}

function toWeightedSides(
  { weights, leastBalances }: BalancerV3WeightedCurve,
  balances: readonly bigint[],
  { from, to }: SwapDirection,
) {
  const [balanceIn, balanceOut] = [getAt(balances, from), getAt(balances, to)]
  const roundedUp = leastBalances === undefined ? balanceIn : balanceIn + 1n
  const sides: WeightedSides = {
    balanceIn: roundedUp,
    weightIn: getAt(weights, from),
    balanceOut,
    weightOut: getAt(weights, to),
  }
  return sides
}

function requireMinBalance(
  curve: BalancerV3WeightedCurve,
  balances: readonly bigint[],
  direction: SwapDirection,
  out: bigint,
) {
  if (isBelowMinBalance(curve, balances, direction, out)) throw new RangeError('below the least balance')
}

/** True if a trade with that output leaves less of a token than the pool must keep. */
export function isBelowMinBalance(
  { leastBalances }: BalancerV3WeightedCurve,
  balances: readonly bigint[],
  { from, to }: SwapDirection,
  out: bigint,
): boolean {
  if (leastBalances === undefined) return false
  return getAt(balances, from) + 1n < getAt(leastBalances, from) || getAt(balances, to) - out < getAt(leastBalances, to)
}

/** Of the output token's balance, the part that the largest trade leaves, rounded down: a sale is at most 30 %. */
export function computeMinPartLeft(curve: BalancerV3State['curve'], { from, to }: SwapDirection): number {
  if (curve.type === 'stable') return 0
  return 1.3 ** -(Number(getAt(curve.weights, from)) / Number(getAt(curve.weights, to))) * (1 - 1e-9)
}

function requireBalanced(balances: readonly bigint[], { from, to }: SwapDirection, sold: bigint, bought: bigint) {
  const after = [...balances, getAt(balances, from) + sold, getAt(balances, to) - bought]
  const min = after.reduce((a, b) => (a < b ? a : b))
  const max = after.reduce((a, b) => (a > b ? a : b))
  if (max / min >= maxImbalance) throw new RangeError('out of balance')
}

function getAt(list: readonly bigint[], index: number): bigint {
  const value = list[index]
  if (value === undefined) throw new RangeError(`the pool has no token ${index}`)
  return value
}
