/**
 * Segments of a pool whose fee depends on the trade. Its output before the fee is concave. After the fee it is not if a
 * larger trade lowers the fee, so output and fee are bounded separately between two amounts.
 */
import type { LiquiditySegments } from '#domain/pools/protocol'
import type { Chord, Point } from './builder.ts'
import {
  buildConcaveHull,
  chordsToSegments,
  computeSlack,
  computeSlopes,
  drainedPriceRatio,
  isBeyond,
  type OutputFunction,
  relaxTolerance,
  sampleHull,
} from './chord.ts'

/** One direction of a pool, in floats of smallest units. */
export interface MovingFeeCurve {
  /** Before the fee. Concave, apart from rounding; `undefined` if the pool does not accept the amount. */
  readonly give: OutputFunction
  /** Share of the output left after the fee, above 0 and at most 1. */
  readonly feeFactor: (x: number) => number
  /** The largest such share of any amount between two, if larger than those of the two themselves. */
  readonly maxFeeFactor: (from: number, to: number) => number
  readonly gas: (x: number) => number
  /** By how much the pool's integers may exceed these floats, in smallest units. */
  readonly rounding: number
  /** Amounts beyond it are sampled by doubling only. */
  readonly maxInput?: number | undefined
}

/**
 * If the fee may change the output between two amounts by more than this fraction, another is sampled. The fraction
 * grows as the price falls, as that of the samples themselves (`chord.ts`).
 */
const tolerance = 5e-5
const maxSplits = 3

/** An amount, the pool's output for it after the fee, and by how much it may exceed the chord from the last one. */
interface Span extends Point {
  readonly excess: number
}

export function movingFeeToSegments(curve: MovingFeeCurve): LiquiditySegments {
  const { hull: gross, isDrained } = sampleHull(curve.give, curve.maxInput)
  if (gross.length === 0) return { feeFactor: 1, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }
  const slopes = computeSlopes(gross)
  const rises = computeSlack(gross, slopes)
  const first = slopes.reduce((max, slope) => Math.max(max, slope), 0)
  const spans: Span[] = []
  let from: FeePoint | undefined
  gross.forEach(({ x, y }, end) => {
    const to = { x, y, kept: curve.feeFactor(x) }
    if (from !== undefined) {
      const chord = end - 1
      const left = (slopes[chord] ?? 0) / first
      const isCoarse = left < drainedPriceRatio || isBeyond(gross, chord, curve.maxInput ?? Number.POSITIVE_INFINITY)
      const tolerated = tolerance * relaxTolerance(left)
      addSpans(spans, curve, { from, to, rise: rises[chord] ?? 0, tolerated, splits: isCoarse ? 0 : maxSplits })
    }
    from = to
  })
  const points = [{ x: 0, y: 0 }, ...spans]
  const last = points.reduce((best, { y }, i) => (y > (points[best]?.y ?? 0) ? i : best), 0)
  // If a larger trade pays more fee than it gains, it gives no more than the best one.
  const hull = buildConcaveHull(points.slice(0, last + 1))
  const slack = computeMaxExcess(hull, spans).map((over) => over + curve.rounding)
  const hasEnd = !isDrained && last === points.length - 1
  return { ...chordsToSegments({ hull, isDrained: !hasEnd, slack, gas: curve.gas }), isComplete: true }
}

/** A point before the fee. */
interface FeePoint extends Point {
  /** Share of the output left after the fee. */
  readonly kept: number
}

interface FeeChord extends Chord<FeePoint> {
  /** By how much the pool may exceed the chord before the fee. */
  readonly rise: number
  /** Change of the output by the fee that needs no further sample, as a fraction. */
  readonly tolerated: number
  /** How often it may be halved. */
  readonly splits: number
}

function addSpans(spans: Span[], curve: MovingFeeCurve, { from, to, rise, tolerated, splits }: FeeChord): void {
  const most = Math.max(from.kept, to.kept, curve.maxFeeFactor(from.x, to.x))
  const moved = most - Math.min(from.kept, to.kept)
  const x = Math.floor((from.x + to.x) / 2)
  const y = splits > 0 && moved > tolerated && x > from.x && x < to.x ? curve.give(x) : undefined
  if (y === undefined) {
    spans.push({ x: to.x, y: to.y * to.kept, excess: rise + to.y * moved })
    return
  }
  const half = { x, y, kept: curve.feeFactor(x) }
  const finer = { rise, tolerated, splits: splits - 1 }
  addSpans(spans, curve, { from, to: half, ...finer })
  addSpans(spans, curve, { from: half, to, ...finer })
}

/** For each chord of the hull, the largest excess of a span below it. */
function computeMaxExcess(hull: readonly Point[], spans: readonly Span[]): number[] {
  let next = 0
  return hull.slice(1).map(({ x }) => {
    let max = 0
    for (let span = spans[next]; span !== undefined && span.x <= x; span = spans[next]) {
      max = Math.max(max, span.excess)
      next += 1
    }
    return max
  })
}
