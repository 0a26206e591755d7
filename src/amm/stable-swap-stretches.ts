/** A StableSwap as the search sees it, its fee the same for every trade. */
import type { Stretches, Trade } from '#domain/protocol'
import { paidUntilEqual, type StablePoint, stableCurve } from '#math/stable-curve'
import { curveStretches } from './curve-stretches.ts'
import { type Amplification, stableInvariant } from './stable-swap.ts'

/** D and y are each off by a unit of 18 decimals at most, and D counts for some in y. */
const rounding = 8
/** By this many times all that the pool holds it is drained: what is left of the bought token then counts as doubt. */
const drained = 1e6

/** In smallest units of the bought token, which may be worth less than a unit of 18 decimals. */
export const stableRounding = (unitOut: number): number => rounding * Math.max(1, 1 / unitOut)

export interface StablePool {
  /** Of one precision, each above 0. */
  readonly scaled: readonly bigint[]
  readonly curve: Amplification
  /** What a smallest unit of each token is in that precision. */
  readonly units: readonly number[]
  /** Taken from what is bought. */
  readonly feeE10: bigint
  /** What the fee leaves of what is sold, where that pays it, rounded up by a unit at most. */
  readonly kept?: number
}

type Way = Pick<Trade, 'from' | 'to'>

/** What is traded for what is paid, both in the pool's precision, the fee aside. */
export function stableSwapCurve(
  scaled: readonly bigint[],
  way: Way,
  curve: Amplification,
): (paid: number) => StablePoint {
  const ann = (Number(curve.a) * scaled.length) / Number(curve.precision)
  return stableCurve({ ...way, ann, balances: scaled.map(Number), invariant: Number(stableInvariant(scaled, curve)) })
}

export function stableStretches(pool: StablePool, { from, to }: Way, gas: number): Stretches {
  const { scaled, curve, units, feeE10, kept } = pool
  const traded = stableSwapCurve(scaled, { from, to }, curve)
  const [wholeIn = 1, unitOut = 1] = [units[from], units[to]]
  const unitIn = wholeIn * (kept ?? 1)
  const perOutput = (1 - Number(feeE10) / 1e10) / unitOut
  const at = (x: number) => {
    const { bought, slope } = traded(x * unitIn)
    return { x, y: bought * perOutput, slope: slope * unitIn * perOutput }
  }
  const balances = scaled.map(Number)
  const end = (drained * balances.reduce((sum, one) => sum + one, 0)) / unitIn
  const turn = paidUntilEqual(balances, traded, from, to) / unitIn
  const unitMore = kept === undefined ? 0 : at(1).y / kept
  const doubt = stableRounding(unitOut) + unitMore + traded(end * unitIn).left * perOutput
  return curveStretches({ at, end, turn, gas, doubt })
}
