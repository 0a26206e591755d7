/** What a pool contract answers to its vault, in numbers of 18 decimals with rates applied. */
import { stableIn, stableOut } from '#math/stable-balances'
import { uint256, wadMulDown } from '#math/wad'
import { powUp, type WeightedSides, weightedIn, weightedOut } from '#math/weighted'
import type { State, WeightedCurve } from './state.ts'

export interface Way {
  readonly from: number
  readonly to: number
}

/** A trade must leave no balance at 1/10,000 of another. */
const mostImbalance = 10_000n

/** What the pool's math sees of its tokens. */
export const liveBalances = ({ tokens }: State): readonly bigint[] =>
  tokens.map(({ raw, scaling, rate }) => wadMulDown(uint256(raw * scaling), rate))

/** @throws RangeError where the pool reverts. */
export function curveOut({ curve, ...state }: State, way: Way, amountIn: bigint): bigint {
  const balances = liveBalances({ curve, ...state })
  if (curve.type === 'stable') {
    const out = stableOut({ rounding: 'v3', amplification: curve.amplification, balances }, way, amountIn)
    ensureBalance(balances, way, amountIn, out)
    return out
  }
  const out = weightedOut(powUp, sidesOf(curve, balances, way), amountIn)
  ensureLeast(curve, balances, way, out)
  return out
}

/** @throws RangeError where the pool reverts. */
export function curveIn({ curve, ...state }: State, way: Way, amountOut: bigint): bigint {
  const balances = liveBalances({ curve, ...state })
  if (curve.type === 'stable') {
    const sold = stableIn({ rounding: 'v3', amplification: curve.amplification, balances }, way, amountOut)
    ensureBalance(balances, way, sold, amountOut)
    return sold
  }
  const sold = weightedIn(powUp, sidesOf(curve, balances, way), amountOut)
  ensureLeast(curve, balances, way, amountOut)
  return sold
}

function sidesOf({ weights, leastBalances }: WeightedCurve, balances: readonly bigint[], { from, to }: Way) {
  const [balanceIn, balanceOut] = [at(balances, from), at(balances, to)]
  const roundedUp = leastBalances === undefined ? balanceIn : balanceIn + 1n
  const sides: WeightedSides = {
    balanceIn: roundedUp,
    weightIn: at(weights, from),
    balanceOut,
    weightOut: at(weights, to),
  }
  return sides
}

function ensureLeast({ leastBalances }: WeightedCurve, balances: readonly bigint[], { from, to }: Way, out: bigint) {
  if (leastBalances === undefined) return
  const isBelow = at(balances, from) + 1n < at(leastBalances, from) || at(balances, to) - out < at(leastBalances, to)
  if (isBelow) throw new RangeError('below the least balance')
}

function ensureBalance(balances: readonly bigint[], { from, to }: Way, sold: bigint, bought: bigint) {
  const after = [...balances, at(balances, from) + sold, at(balances, to) - bought]
  const least = after.reduce((a, b) => (a < b ? a : b))
  const most = after.reduce((a, b) => (a > b ? a : b))
  if (most / least >= mostImbalance) throw new RangeError('out of balance')
}

function at(list: readonly bigint[], index: number): bigint {
  const value = list[index]
  if (value === undefined) throw new RangeError(`the pool has no token ${index}`)
  return value
}
