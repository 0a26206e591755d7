/**
 * Segments of a pool whose fee depends on the trade. Its output before the fee is concave. After the fee it is not if a
 * larger trade lowers the fee, so output and fee are bounded separately between two amounts.
 */
import type { LiquiditySegments } from '#domain/pools/protocol'
import { type Chord, type Point, slopeOf, toChords } from './builder.ts'
import {
  buildConcaveHull,
  chordsToSegments,
  computeSlack,
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
  /** The largest such share of any amount between two. */
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

/** Two amounts, the pool's outputs after the fee, and by how much it may exceed their chord. */
interface Span extends Chord {
  readonly excess: number
}

export function movingFeeToSegments(curve: MovingFeeCurve): LiquiditySegments {
  const { hull: gross, isDrained } = sampleHull(curve.give, curve.maxInput)
  if (gross.length === 0) return { feeFactor: 1, sqrtPrices: [], liquidity: [], gas: [], isComplete: true }
  const rises = computeSlack(gross)
  const chords = toChords(gross)
  const first = chords.reduce((max, chord) => Math.max(max, slopeOf(chord)), 0)
  const spans = chords.flatMap((chord, i) => {
    const left = slopeOf(chord) / first
    const isCoarse = left < drainedPriceRatio || isBeyond(gross, i, curve.maxInput ?? Number.POSITIVE_INFINITY)
    const splits = isCoarse ? 0 : maxSplits
    return splitChord(curve, chord, { rise: rises[i] ?? 0, tolerated: tolerance * relaxTolerance(left), splits })
  })
  const points = [{ x: 0, y: 0 }, ...spans.map(({ to }) => to)]
  const last = points.reduce((best, { y }, i) => (y > (points[best]?.y ?? 0) ? i : best), 0)
  // If a larger trade pays more fee than it gains, it gives no more than the best one.
  const hull = buildConcaveHull(points.slice(0, last + 1))
  const slack = computeMaxExcess(hull, spans).map((over) => over + curve.rounding)
  const hasEnd = !isDrained && last === points.length - 1
  return { ...chordsToSegments({ hull, isDrained: !hasEnd, slack, gas: curve.gas }), isComplete: true }
}

interface SplitOptions {
  /** By how much the pool may exceed the chord before the fee. */
  readonly rise: number
  /** Change of the output by the fee that needs no further sample, as a fraction. */
  readonly tolerated: number
  /** How often it may be halved. */
  readonly splits: number
}

function splitChord(
  curve: MovingFeeCurve,
  { from, to }: Chord,
  { rise, tolerated, splits }: SplitOptions,
): readonly Span[] {
  const { give, feeFactor: kept, maxFeeFactor: maxKept } = curve
  const [first, last] = [kept(from.x), kept(to.x)]
  const moved = maxKept(from.x, to.x) - Math.min(first, last)
  const x = Math.floor((from.x + to.x) / 2)
  const y = splits > 0 && moved > tolerated && x > from.x && x < to.x ? give(x) : undefined
  if (y === undefined)
    return [{ from: { x: from.x, y: from.y * first }, to: { x: to.x, y: to.y * last }, excess: rise + to.y * moved }]
  const half = { x, y }
  const finer = { rise, tolerated, splits: splits - 1 }
  return [...splitChord(curve, { from, to: half }, finer), ...splitChord(curve, { from: half, to }, finer)]
}

/** For each chord of the hull, the largest excess of a span below it. */
function computeMaxExcess(hull: readonly Point[], spans: readonly Span[]): number[] {
  let next = 0
  return hull.slice(1).map(({ x }) => {
    let max = 0
    for (let span = spans[next]; span !== undefined && span.to.x <= x; span = spans[next]) {
      max = Math.max(max, span.excess)
      next += 1
    }
    return max
  })
}
