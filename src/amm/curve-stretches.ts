/** Stretches of a pool whose outputs are a smooth concave curve that floats can follow, price and all. */
import type { Stretches } from '#domain/protocol'
import { type Chord, chordsOf, liquidityOf, openCut, type Point, slopeOf } from '#math/cut'

/** What is sold, the fee included, and bought, smallest units. */
export interface CurvePoint extends Point {
  /** Marginal output per input at `x`. */
  readonly slope: number
}

export interface SmoothCurve {
  /** A point of the curve; concave, but for rounding. */
  readonly at: (x: number) => CurvePoint
  /** The largest input that is followed. */
  readonly end: number
  /** 1/√slope is a concave function of the input up to here and a convex one from here on: 0, `end` or between. */
  readonly turn: number
  /** Of a trade of any size. */
  readonly gas: number
  /** By how much an exact output may exceed the curve's, smallest units. */
  readonly doubt: number
}

/** By about this part of the output the curve may exceed its stretch: bounds count it whole. */
const tolerance = 2e-6
/**
 * How much larger than the last point's amount the next one's is at most, from this part of the whole on: what may be
 * exceeded counts for all amounts of a stretch, and has to be little for the smallest of them too.
 */
const [widest, leastPart] = [4, 1e-12]
const mostPoints = 512
/** An output within a stretch is the difference of two numbers, each rounded some times. */
const epsilon = 1e-15
/** The least by which the price falls over a stretch: of a linear curve it would not fall at all. */
const even = 1 + 1e-9

export function curveStretches(curve: SmoothCurve): Stretches {
  const { gas, doubt } = curve
  const points = pointsOf(curve)
  const rises = risesOf(points, curve.turn)
  const cut = openCut()
  let given = 0
  chordsOf(points).forEach(({ from, to }, i) => {
    const chord = Math.sqrt(slopeOf({ from, to }))
    const fall = Math.max(even, Math.sqrt(Math.min(from.slope / chord ** 2, chord ** 2 / to.slope)))
    const begin = Math.min(chord * fall, cut.end())
    const last = Math.min(chord / fall, begin / even)
    const liquidity = liquidityOf(to.x - from.x, begin, last)
    // where the price hardly falls, floats lose some of the output, and what has been lost is missing from there on
    const before = from.y - given
    given += liquidity * (begin - last)
    const missing = Math.max(0, before, to.y - given) + liquidity * begin * epsilon
    cut.add({ begin, end: last, liquidity, gas, slack: doubt + 1 + missing + (rises[i] ?? 0) })
  })
  return { kept: 1, ...cut.lists(), whole: true }
}

/** A point with 1/√slope, which is a linear function of the input where liquidity is constant. */
interface Sample extends CurvePoint {
  readonly root: number
}

/** Rising, from nothing sold to the end; each as far from the last as the curve's bend there lets it be. */
function pointsOf({ at, end, turn }: SmoothCurve): readonly Sample[] {
  const sample = (x: number): Sample => {
    const point = at(x)
    return { ...point, root: 1 / Math.sqrt(point.slope) }
  }
  const samples = [sample(0)]
  for (let last = samples.at(-1); last !== undefined && last.x < end; last = samples.at(-1)) {
    const next = samples.length < mostPoints ? Math.min(end, last.x + stepFrom(samples, end)) : end
    samples.push(sample(last.x < turn && next > turn ? turn : next))
  }
  return rising(samples)
}

/** How far a stretch may go: the curve rises above one of width d by about d³ · bend / (2 · root³). */
function stepFrom(samples: readonly Sample[], end: number): number {
  const [first, middle, last] = samples.slice(-3)
  if (first === undefined || middle === undefined || last === undefined) return end * leastPart
  const bend = Math.abs(steepness(middle, last) - steepness(first, middle)) / ((last.x - first.x) / 2)
  return Math.min(last.x * (widest - 1), Math.cbrt((2 * tolerance * last.y * last.root ** 3) / bend))
}

const steepness = (from: Sample, to: Sample): number => (to.root - from.root) / (to.x - from.x)

/** Where rounding hides what is bought, there is nothing to say. */
function rising(samples: readonly Sample[]): readonly Sample[] {
  const kept: Sample[] = []
  for (const sample of samples) {
    const last = kept.at(-1)
    if (last === undefined || (sample.y > last.y && sample.slope > 0 && sample.root >= last.root)) kept.push(sample)
  }
  return kept
}

/** By chord, how far the curve may rise above a stretch through its ends. */
function risesOf(points: readonly Sample[], turn: number): readonly number[] {
  const chords = chordsOf(points)
  const steeps = chords.map(({ from, to }) => steepness(from, to))
  const isConvex = chords.map(({ from }) => from.x >= turn)
  return chords.map((chord, i) => {
    const [ahead, behind] = isConvex[i] ? [0, Number.POSITIVE_INFINITY] : [Number.POSITIVE_INFINITY, 0]
    const before = isConvex[i - 1] === isConvex[i] ? (steeps[i - 1] ?? ahead) : ahead
    const after = isConvex[i + 1] === isConvex[i] ? (steeps[i + 1] ?? behind) : behind
    return riseWithin(chord, before, after)
  })
}

/**
 * 1/√slope lies between its chord and the two lines that the chords beside it continue as: outputs, the integral of its
 * inverse square, lie between those of the chord and of the lines, and a stretch that has both ends is between them too.
 * @param before how steep the line at its beginning is, `after` at its end: at least 0 and at most ∞
 */
function riseWithin({ from, to }: Chord<Sample>, before: number, after: number): number {
  const width = to.x - from.x
  const meet = (to.root - from.root - after * width) / (before - after)
  const part =
    before === Number.POSITIVE_INFINITY ? 0 : after === Number.POSITIVE_INFINITY ? width : within(meet, width)
  const root = before === Number.POSITIVE_INFINITY ? to.root - after * width : from.root + before * part
  const around = part / (from.root * root) + (width - part) / (root * to.root)
  return Math.abs(around - width / (from.root * to.root))
}

/** Lines that hardly differ meet anywhere. */
const within = (x: number, width: number): number => (x >= 0 && x <= width ? x : width / 2)
