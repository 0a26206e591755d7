/** Segments of a pool, followed in floats; a pool that never leaves its price is a rate. */
import { curveToSegments, type SmoothCurve } from '#amm/curve-segments'
import { rateToSegments } from '#amm/rate-segments'
import type { LiquiditySegments, SegmentsRequest } from '#domain/pools/protocol'
import { undefinedOnRangeError } from '#math/undefined-on-range-error'
import { one } from './pmm.ts'
import type { DodoState } from './state.ts'
import { adjustTargets, getCurve, maxReserve } from './swap.ts'

/** Remaining fraction of the output token at which a pool counts as drained; the rest is slack. */
const leftover = 1e-10
/** Error of floats and of numbers of 18 digits, as a fraction of the balance. */
const precision = 4e-15
const noSegments: LiquiditySegments = { feeFactor: 1, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }

export function toSegments(
  stored: DodoState,
  { from, maxInput }: Pick<SegmentsRequest, 'from' | 'maxInput'>,
  gas: number,
): LiquiditySegments {
  const state = undefinedOnRangeError(() => adjustTargets(stored))
  const kept = 1 - Number(stored.fees.pool + stored.fees.maintainer) / 1e18
  if (state === undefined || stored.price === 0n || kept <= 0) return noSegments
  const way = createDirectionCurve(state, from === 0 ? 0 : 1)
  if (!(way.end >= 1 && way.price > 0)) return noSegments
  if (state.slope === 0n) return rateToSegments({ rate: way.price * kept, max: way.end, gas, slack: 4 + way.slack })
  const at: SmoothCurve['at'] = (x) => {
    const { y, slope } = x < way.missing ? way.onReturn(x) : way.onLeaving(x - way.missing)
    return { x, y: y * kept, slope: slope * kept }
  }
  const inflection = Math.min(way.missing, way.end)
  return curveToSegments({ at, end: way.end, inflection, gas, slack: 4 + way.slack, maxInput })
}

interface CurveValue {
  readonly y: number
  readonly slope: number
}

interface DirectionCurve {
  readonly price: number
  /** The input that restores equilibrium; up to it 1/√slope is concave, beyond it convex. */
  readonly missing: number
  readonly end: number
  readonly slack: number
  readonly onReturn: (x: number) => CurveValue
  /** @param x input beyond `missing` */
  readonly onLeaving: (x: number) => CurveValue
}

function createDirectionCurve({ reserves, targets, short, ...state }: DodoState, from: 0 | 1): DirectionCurve {
  const to = from === 0 ? 1 : 0
  const [price, k] = [
    Number(getCurve({ reserves, targets, short, ...state }, from).price) / 1e18,
    Number(state.slope) / 1e18,
  ]
  const flat = Number(one - state.slope) / 1e18
  const [held, target, max] = [Number(reserves[from]), Number(targets[from]), Number(maxReserve - reserves[from])]
  const isShort = short === from
  const missing = isShort ? target - held : 0
  const spare = isShort ? Number(reserves[to] - targets[to]) : 0
  const [aim, start] = [Number(targets[to]), Number(short === to ? reserves[to] : targets[to])]
  const ratio = start > 0 ? (aim / start) ** 2 : 0

  const onReturn = (x: number): CurveValue => {
    const now = held + x
    return {
      y: price * x * (flat + (k * target * target) / (held * now)),
      slope: price * (flat + k * (target / now) ** 2),
    }
  }
  const onLeaving = (x: number): CurveValue => {
    const { part, left } = solveLeaving({ flat, steep: k * ratio }, (price * x) / start)
    return { y: spare + start * part, slope: price / (flat + (k * ratio) / (left * left)) }
  }
  const beyond = start === 0 ? 0 : (start * (1 - leftover) * (flat + (k * ratio) / leftover)) / price
  // the output at equilibrium is exactly `spare`, whatever the rounded curve up to there gives
  const jump = isShort && missing > 0 ? Math.abs(spare - onReturn(missing).y) : 0
  const roundings = 2 * price + (k > 0 && flat > 0 ? 2 / Math.sqrt(k * flat) + 3 / flat : 0)
  return {
    price,
    missing,
    end: Math.min(missing + beyond, max),
    slack: jump + roundings + (spare + start) * (precision + leftover),
    onReturn,
    onLeaving,
  }
}

interface Shape {
  /** 1 − k */
  readonly flat: number
  /** k times the square of target / balance. */
  readonly steep: number
}

/**
 * t = (1 − u) (flat + steep / u) solved for u, the remaining fraction, and for 1 − u, each without a subtraction that
 * cancels.
 * @param paid t, the input at equilibrium's price as a fraction of the balance
 */
function solveLeaving({ flat, steep }: Shape, paid: number): { readonly part: number; readonly left: number } {
  const b = paid - flat + steep
  const root = Math.sqrt(b * b + 4 * flat * steep)
  const left = b > 0 ? (2 * steep) / (b + root) : (root - b) / (2 * flat)
  return { part: (2 * paid) / (paid + flat + steep + root), left }
}
