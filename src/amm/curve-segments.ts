/** Segments of a pool whose output is a smooth concave curve that floats can follow, including its price. */
import { itemAt } from '#domain/item-at'
import type { LiquiditySegments } from '#domain/pools/protocol'
import { computeLiquidity, createSegmentBuilder, type Point, slopeOf } from '#math/segments/builder'

/** Input, fee included, and output, in smallest units. */
export interface CurvePoint extends Point {
  /** Marginal output per input at `x`. */
  readonly slope: number
}

export interface SmoothCurve {
  /** A point of the curve; concave, apart from rounding. */
  readonly at: (x: number) => CurvePoint
  /** The largest input that is covered. */
  readonly end: number
  /** 1/√slope is a concave function of the input up to here and a convex one after it: 0, `end` or between. */
  readonly inflection: number
  /** Gas of a trade of any size. */
  readonly gas: number
  /** By how much an exact output may exceed the curve's, in smallest units. */
  readonly slack: number
  /** Points beyond this input are `maxInputRatio` apart. */
  readonly maxInput?: number | undefined
}

/**
 * Target for how far the curve may exceed its segment, as a fraction of the output. Bounds count the excess in full.
 */
const tolerance = 2e-6
/**
 * The next point's input is at most `maxInputRatio` times the last one's, starting at the fraction `minPart` of the
 * largest. The excess counts for all amounts of a segment, so it has to be small for the smallest of them too.
 */
const [maxInputRatio, minPart] = [4, 1e-12]
const maxPoints = 512
/** Fine points beyond `maxInput`: bounds count the slack of neighbouring segments too. */
const marginPoints = 3
/** An output within a segment is the difference of two numbers, each rounded several times. */
const epsilon = 1e-15
/** Minimum ratio of √prices across a segment: on a linear curve the price would not fall at all. */
const minPriceRatio = 1 + 1e-9

export function curveToSegments(curve: SmoothCurve): LiquiditySegments {
  const { gas, slack: doubt } = curve
  const points = samplePoints(curve)
  const rises = computeRises(points, curve.inflection)
  const cut = createSegmentBuilder()
  let given = 0
  let from: Sample | undefined
  points.forEach((to, i) => {
    if (from !== undefined) {
      const chord = Math.sqrt(slopeOf(from, to))
      const fall = Math.max(minPriceRatio, Math.sqrt(Math.min(from.slope / chord ** 2, chord ** 2 / to.slope)))
      const begin = Math.min(chord * fall, cut.end())
      const last = Math.min(chord / fall, begin / minPriceRatio)
      const liquidity = computeLiquidity(to.x - from.x, begin, last)
      // if the price hardly falls, floats lose part of the output, and the loss carries over to all later segments
      const before = from.y - given
      given += liquidity * (begin - last)
      const missing = Math.max(0, before, to.y - given) + liquidity * begin * epsilon
      cut.add({ begin, end: last, liquidity, gas, slack: doubt + 1 + missing + (rises[i - 1] ?? 0) })
    }
    from = to
  })
  return { feeFactor: 1, ...cut.build(), isComplete: true }
}

/** A point with 1/√slope, which is a linear function of the input where liquidity is constant. */
interface Sample extends CurvePoint {
  readonly invSqrtSlope: number
}

/** Points in rising order, from zero input to the end. The curve's bend limits the distance between two of them. */
function samplePoints({
  at,
  end,
  inflection: turn,
  maxInput = Number.POSITIVE_INFINITY,
}: SmoothCurve): readonly Sample[] {
  const sample = (x: number): Sample => {
    const point = at(x)
    return { ...point, invSqrtSlope: 1 / Math.sqrt(point.slope) }
  }
  const samples = [sample(0)]
  for (let last = samples.at(-1); last !== undefined && last.x < end; last = samples.at(-1)) {
    const isBeyond = (samples.at(-1 - marginPoints)?.x ?? 0) > maxInput
    const step = isBeyond ? last.x * (maxInputRatio - 1) : computeNextStep(samples, end)
    const next = samples.length < maxPoints ? Math.min(end, last.x + step) : end
    samples.push(sample(last.x < turn && next > turn ? turn : next))
  }
  return filterRising(samples)
}

/** Width of the next segment: the curve rises above one of width d by about d³ · bend / (2 · root³). */
function computeNextStep(samples: readonly Sample[], end: number): number {
  const last = samples[samples.length - 1]
  const middle = samples[samples.length - 2]
  const first = samples[samples.length - 3]
  if (first === undefined || middle === undefined || last === undefined) return end * minPart
  const bend = Math.abs(computeSteepness(middle, last) - computeSteepness(first, middle)) / ((last.x - first.x) / 2)
  return Math.min(last.x * (maxInputRatio - 1), Math.cbrt((2 * tolerance * last.y * last.invSqrtSlope ** 3) / bend))
}

const computeSteepness = (from: Sample, to: Sample): number => (to.invSqrtSlope - from.invSqrtSlope) / (to.x - from.x)

/** Drops samples whose output is hidden by rounding. */
function filterRising(samples: readonly Sample[]): readonly Sample[] {
  const kept: Sample[] = []
  for (const sample of samples) {
    const last = kept.at(-1)
    if (last === undefined || (sample.y > last.y && sample.slope > 0 && sample.invSqrtSlope >= last.invSqrtSlope))
      kept.push(sample)
  }
  return kept
}

/** For each chord, how far the curve may rise above a segment through its ends. */
function computeRises(points: readonly Sample[], turn: number): readonly number[] {
  const steeps: number[] = []
  for (let i = 1; i < points.length; i += 1) steeps.push(computeSteepness(itemAt(points, i - 1), itemAt(points, i)))
  const isConvex = (chord: number) => (points[chord]?.x ?? 0) >= turn
  return steeps.map((_, i) => {
    const ahead = isConvex(i) ? 0 : Number.POSITIVE_INFINITY
    const behind = isConvex(i) ? Number.POSITIVE_INFINITY : 0
    const before = i > 0 && isConvex(i - 1) === isConvex(i) ? (steeps[i - 1] ?? ahead) : ahead
    const after = isConvex(i + 1) === isConvex(i) ? (steeps[i + 1] ?? behind) : behind
    return boundRise(itemAt(points, i), itemAt(points, i + 1), before, after)
  })
}

/**
 * Bounds the rise over one chord. 1/√slope lies between its chord and the two lines that extend the neighbouring
 * chords. Outputs, the integral of its inverse square, lie between those of the chord and of the lines; so does a
 * segment through both ends.
 * @param before slope of the line at its beginning, `after` at its end: at least 0 and at most ∞
 */
function boundRise(from: Sample, to: Sample, before: number, after: number): number {
  const width = to.x - from.x
  const meet = (to.invSqrtSlope - from.invSqrtSlope - after * width) / (before - after)
  const part =
    before === Number.POSITIVE_INFINITY ? 0 : after === Number.POSITIVE_INFINITY ? width : limitToWidth(meet, width)
  const root = before === Number.POSITIVE_INFINITY ? to.invSqrtSlope - after * width : from.invSqrtSlope + before * part
  const around = part / (from.invSqrtSlope * root) + (width - part) / (root * to.invSqrtSlope)
  return Math.abs(around - width / (from.invSqrtSlope * to.invSqrtSlope))
}

/** Nearly parallel lines meet anywhere: falls back to the middle. */
const limitToWidth = (x: number, width: number): number => (x >= 0 && x <= width ? x : width / 2)
