/**
 * Stretches of a pool whose fee moves with the trade. What it gives before the fee is concave; what it gives after is not
 * where a trade makes the fee fall, so that between two amounts it is bounded by the two apart.
 */
import type { Stretches } from '#domain/protocol'
import { concaveHull, followed, type Give, slackOf, stretchesThrough } from './chord-stretches.ts'
import { type Chord, chordsOf, type Point, slopeOf } from './cut.ts'

/** One direction of a pool, in floats of smallest units. */
export interface MovingCurve {
  /** Before the fee. Concave but for rounding; `undefined` where the pool does not take the amount. */
  readonly give: Give
  /** What the fee leaves of it, above 0 and at most 1. */
  readonly kept: (x: number) => number
  /** The most that it leaves of any amount between two. */
  readonly mostKept: (from: number, to: number) => number
  readonly gas: (x: number) => number
  /** By how much the pool's integers may exceed these floats, in smallest units. */
  readonly rounding: number
}

/** Where the fee may make more of a difference between two amounts than this part of the output, another is asked for. */
const tolerance = 1e-5
const mostSplits = 3
/** Once its price has fallen to this part of the first, a pool is as good as empty, and is known well enough. */
const drained = 0.01

/** Two amounts, what the pool gives for them after the fee, and by how much it may exceed their chord. */
interface Span extends Chord {
  readonly over: number
}

export function movingStretches(curve: MovingCurve): Stretches {
  const { hull: gross, isDrained } = followed(curve.give)
  if (gross.length === 0) return { kept: 1, roots: [], liquidity: [], gas: [], whole: true }
  const rises = slackOf(gross)
  const chords = chordsOf(gross)
  const least = drained * chords.reduce((most, chord) => Math.max(most, slopeOf(chord)), 0)
  const spans = chords.flatMap((chord, i) =>
    spansOf(curve, chord, { rise: rises[i] ?? 0, splits: slopeOf(chord) < least ? 0 : mostSplits }),
  )
  const points = [{ x: 0, y: 0 }, ...spans.map(({ to }) => to)]
  const last = points.reduce((best, { y }, i) => (y > (points[best]?.y ?? 0) ? i : best), 0)
  // Where a larger trade pays more fee than it brings, it gives no more than the best one.
  const hull = concaveHull(points.slice(0, last + 1))
  const slack = mostOver(hull, spans).map((over) => over + curve.rounding)
  const hasEnd = !isDrained && last === points.length - 1
  return { ...stretchesThrough({ hull, isDrained: !hasEnd, slack, gas: curve.gas }), whole: true }
}

interface Fineness {
  /** By how much the pool may exceed the chord before the fee. */
  readonly rise: number
  /** How often it may be cut in half. */
  readonly splits: number
}

function spansOf(curve: MovingCurve, { from, to }: Chord, { rise, splits }: Fineness): readonly Span[] {
  const { give, kept, mostKept } = curve
  const [first, last] = [kept(from.x), kept(to.x)]
  const moved = mostKept(from.x, to.x) - Math.min(first, last)
  const x = Math.floor((from.x + to.x) / 2)
  const y = splits > 0 && moved > tolerance && x > from.x && x < to.x ? give(x) : undefined
  if (y === undefined)
    return [{ from: { x: from.x, y: from.y * first }, to: { x: to.x, y: to.y * last }, over: rise + to.y * moved }]
  const half = { x, y }
  const finer = { rise, splits: splits - 1 }
  return [...spansOf(curve, { from, to: half }, finer), ...spansOf(curve, { from: half, to }, finer)]
}

/** Of each chord of the hull, the most that a span below it may exceed its own. */
function mostOver(hull: readonly Point[], spans: readonly Span[]): number[] {
  let next = 0
  return hull.slice(1).map(({ x }) => {
    let most = 0
    for (let span = spans[next]; span !== undefined && span.to.x <= x; span = spans[next]) {
      most = Math.max(most, span.over)
      next += 1
    }
    return most
  })
}
