/** Stretches of a pool whose outputs are a smooth concave curve that floats can follow, price and all. */
import type { Stretches } from '#domain/protocol'
import { type Chord, chordsOf, openCut, type Point, slopeOf } from '#math/cut'

/** What is sold, the fee included, and bought, smallest units. */
export interface CurvePoint extends Point {
  /** Marginal output per input at `x`. */
  readonly slope: number
}

/** Where the curve may exceed its chord by more than this part of the output, it is asked between: bounds count it whole. */
const tolerance = 2e-6
const mostPoints = 512
/** The least by which the price falls over a stretch: of a linear curve it would not fall at all. */
const even = 1 + 1e-9

/**
 * @param at a point of the curve; concave, but for rounding
 * @param end the largest input that the pool takes
 * @param gas of a trade of any size
 * @param doubt by how much an exact output may exceed the curve's, smallest units
 */
export function curveStretches(at: (x: number) => CurvePoint, end: number, gas: number, doubt: number): Stretches {
  const cut = openCut()
  for (const { from, to } of chordsOf(pointsOf(at, end))) {
    const chord = Math.sqrt(slopeOf({ from, to }))
    const fall = Math.max(even, Math.sqrt(Math.min(from.slope / chord ** 2, chord ** 2 / to.slope)))
    const begin = Math.min(chord * fall, cut.end())
    const last = Math.min(chord / fall, begin / even)
    cut.add({ begin, end: last, width: to.x - from.x, gas, slack: doubt + 1 + rise({ from, to }) })
  }
  return { kept: 1, ...cut.lists(), whole: true }
}

/** Rising, from nothing sold to the end. */
function pointsOf(at: (x: number) => CurvePoint, end: number): readonly CurvePoint[] {
  const done: CurvePoint[] = [at(0)]
  const open: CurvePoint[] = [at(end)]
  for (let next = open.at(-1); next !== undefined; next = open.at(-1)) {
    const last = done.at(-1) as CurvePoint
    const isFine = rise({ from: last, to: next }) <= next.y * tolerance || done.length + open.length >= mostPoints
    const x = last.x === 0 ? next.x / 4 : Math.sqrt(last.x) * Math.sqrt(next.x)
    if (isFine || !(x > last.x && x < next.x)) done.push(open.pop() as CurvePoint)
    else open.push(at(x))
  }
  // Where rounding hides what is bought, there is nothing to say.
  return done.filter((point, i) => i === 0 || (point.y > (done[i - 1] as CurvePoint).y && point.slope > 0))
}

/** How far the curve can rise above the chord: no further than where its tangents meet. */
function rise({ from, to }: Chord<CurvePoint>): number {
  const chord = slopeOf({ from, to })
  const [above, below] = [from.slope - chord, chord - to.slope]
  return above > 0 && below > 0 ? ((to.x - from.x) * above * below) / (above + below) : 0
}
