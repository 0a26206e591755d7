/** Segments of a StableSwap with the same fee for every trade. */
import type { LiquiditySegments, SegmentsRequest, Trade } from '#domain/pools/protocol'
import { createStableCurve, findInputUntilEqual, type StablePoint } from '#math/curves/stable-curve'
import { curveToSegments } from './curve-segments.ts'
import { type Amplification, solveInvariant } from './stable-swap.ts'

/** D and y are each off by at most one unit of 18 decimals, and an error of D grows in y. */
const rounding = 8
/**
 * At this multiple of the pool's total balance the pool counts as drained: the rest of the output token becomes slack.
 */
const drainFactor = 1e6

/** In smallest units of the output token, which may be worth less than a unit of 18 decimals. */
export const boundStableRounding = (unitOut: number): number => rounding * Math.max(1, 1 / unitOut)

export interface StablePool {
  /** Balances in one precision, each above 0. */
  readonly scaled: readonly bigint[]
  readonly curve: Amplification
  /** Their D; solved if absent. */
  readonly invariant?: bigint
  /** A smallest unit of each token in that precision. */
  readonly units: readonly number[]
  /** Taken from the output. */
  readonly feeE10: bigint
  /** Share of the input left after its fee, if it pays one; rounded up by at most one unit. */
  readonly feeFactor?: number
}

type SwapDirection = Pick<Trade, 'from' | 'to'>

/** Output as a function of the input, both in the pool's precision, without the fee. */
export function createStableSwapCurve(
  scaled: readonly bigint[],
  direction: SwapDirection,
  curve: Amplification,
  invariant = solveInvariant(scaled, curve),
): (paid: number) => StablePoint {
  const ann = (Number(curve.a) * scaled.length) / Number(curve.precision)
  return createStableCurve({
    ...direction,
    ann,
    balances: scaled.map(Number),
    invariant: Number(invariant),
  })
}

export function stableSwapToSegments(
  pool: StablePool,
  { from, to, maxInput }: SegmentsRequest,
  gas: number,
): LiquiditySegments {
  const { scaled, curve, invariant, units, feeE10, feeFactor: kept } = pool
  const traded = createStableSwapCurve(scaled, { from, to }, curve, invariant)
  const [wholeIn = 1, unitOut = 1] = [units[from], units[to]]
  const unitIn = wholeIn * (kept ?? 1)
  const perOutput = (1 - Number(feeE10) / 1e10) / unitOut
  const at = (x: number) => {
    const { bought, slope } = traded(x * unitIn)
    return { x, y: bought * perOutput, slope: slope * unitIn * perOutput }
  }
  const balances = scaled.map(Number)
  const end = (drainFactor * balances.reduce((sum, one) => sum + one, 0)) / unitIn
  const turn = findInputUntilEqual(balances, traded, from, to) / unitIn
  const unitMore = kept === undefined ? 0 : at(1).y / kept
  const doubt = boundStableRounding(unitOut) + unitMore + traded(end * unitIn).left * perOutput
  return curveToSegments({ at, end, inflection: turn, gas, slack: doubt, maxInput })
}
