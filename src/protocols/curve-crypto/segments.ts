/** Segments of a pool. */

import type { LiquiditySegments, SegmentsRequest, Trade } from '#domain/pools/protocol'
import { memoize } from '#math/memoize'
import { movingFeeToSegments } from '#math/segments/moving-fee'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { createFeeCurve } from './amounts/fee.ts'
import type { CurveCryptoState } from './amounts/state.ts'
import { scaleBalances, solveHeldBalance } from './amounts/swap.ts'
import { createCryptoCurve } from './curve.ts'

type SwapDirection = Pick<Trade, 'from' | 'to'>

/** Relative error of D, and somewhat more of a balance; the contracts stop there. */
const solverPrecision = 1e-13

export function toSegments(state: CurveCryptoState, direction: SegmentsRequest, gas: number): LiquiditySegments {
  const held = state.isMoved ? undefined : undefinedOnRangeError(() => solveHeldBalance(state, direction.to))
  if (held === undefined) return { feeFactor: 1, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }
  const scaled = scaleBalances(state)
  const curve = createCryptoCurve(state, { scaled, invariant: state.invariant }, direction)
  const [unitIn, unitOut] = [getUnit(state, direction.from), getUnit(state, direction.to)]
  // D is not exactly that of the balances: the difference is part of every output
  const offset = Number((scaled[direction.to] ?? 0n) - held)
  const gross = memoize((x) => {
    const given = curve(x * unitIn)
    return given === undefined ? undefined : Math.max(0, given + offset)
  })
  const [path, fee] = [createTradePath(scaled, direction), createFeeCurve(state)]
  const kept = (x: number) => 1 - fee(path.evenness(x * unitIn, gross(x) ?? 0))
  return movingFeeToSegments({
    give: (x) => {
      const given = gross(x)
      return given === undefined ? undefined : given / unitOut
    },
    feeFactor: kept,
    maxFeeFactor: (from, to) => {
      const first = { paid: from * unitIn, given: gross(from) ?? 0 }
      const last = { paid: to * unitIn, given: gross(to) ?? 0 }
      return 1 - fee(path.maxEven(first, last))
    },
    maxInput: direction.maxInput,
    gas: () => gas,
    rounding: 8 + (8 + Number(state.invariant) * solverPrecision) / unitOut,
  })
}

/** A smallest unit of a token, in 18 decimals of the first token's value. */
const getUnit = ({ precisions, priceScale }: CurveCryptoState, i: number): number =>
  (Number(precisions[i]) * (i === 0 ? 1e18 : Number(priceScale[i - 1]))) / 1e18

/** 18 decimals in the first token's value. */
interface TradePoint {
  readonly paid: number
  readonly given: number
}

/** Evenness of balances along a trade: n^n Πx / (Σx)^n, 1 if all are equal. */
function createTradePath(scaled: readonly bigint[], { from, to }: SwapDirection) {
  const floats = scaled.map(Number)
  const n = floats.length
  const [x = 0, y = 0] = [floats[from], floats[to]]
  const others = floats.filter((_, i) => i !== from && i !== to)
  const othersSum = others.reduce((sum, one) => sum + one, 0)
  const rest = others.reduce((product, one) => product * one * n, n * n)
  const even = (sold: number, bought: number, sum: number): number =>
    (rest / sum ** (n - 2)) * (sold / sum) * (bought / sum)
  const evenness = (paid: number, given: number) => {
    const sold = x + paid
    const bought = Math.max(0, y - given)
    return even(sold, bought, sold + bought + othersSum)
  }
  return {
    evenness,
    /** Its maximum between two points: at an end, if both balances approach their mean or both move away from it. */
    maxEven(first: TradePoint, last: TradePoint): number {
      const meanAtLast = (x + last.paid + y - last.given + othersSum) / n
      const isNearing = x + last.paid < meanAtLast && y - last.given > meanAtLast
      if (isNearing) return evenness(last.paid, last.given)
      const meanAtFirst = (x + first.paid + y - first.given + othersSum) / n
      const isLeaving = x + first.paid > meanAtFirst && y - first.given < meanAtFirst
      if (isLeaving) return evenness(first.paid, first.given)
      const minSum = x + first.paid + y - last.given + othersSum
      return Math.min(1, even(x + last.paid, Math.max(0, y - first.given), minSum))
    },
  }
}
