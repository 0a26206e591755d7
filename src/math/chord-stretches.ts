/**
 * Stretches of a pool that is known by what it gives for an amount. They give exactly that at chosen amounts and something
 * concave between, and say by how much the pool may give more there.
 */
import type { Stretches } from '#domain/protocol'
import { type CutLists, chordsOf, liquidityOf, openCut, type Point, slopeOf } from './cut.ts'

/** One direction of a pool, in floats of smallest units. */
export interface Curve {
  /** Concave but for rounding; `undefined` where the pool does not take the amount. */
  readonly give: Give
  /** Of a trade; never falls with the amount. */
  readonly gas: (x: number) => number
  /** By how much the pool's integers may exceed `give` wherever they do, in smallest units; 1 where absent. */
  readonly rounding?: number
}

/** What the pool gives for an amount; `undefined` where it does not take it. */
export type Give = (x: number) => number | undefined

/** Where the pool may exceed its stretch by more than this part of its output, another amount is asked for. */
const tolerance = 2e-5
/** Once its price has fallen to this part of the first, a pool is as good as empty, and is known well enough. */
const drained = 0.01
const mostRounds = 8
/** Below this many units rounding spoils a price. */
const enough = 2 ** 22
/** Two prices closer than this are one: linear pools fall by it from end to end. */
const even = 1e-8
const largest = 2 ** 128

/** With the last amount that was asked for: beyond it nothing is known. */
export interface CurveStretches extends Omit<Stretches, 'whole'> {
  readonly end: number
}

export function stretchesOf({ give, gas, rounding = 1 }: Curve): CurveStretches {
  const { hull, isDrained } = followed(give)
  const end = hull.at(-1)
  if (end === undefined) return { kept: 1, roots: [], liquidity: [], gas: [], end: 0 }
  const cut = stretchesThrough({ hull, isDrained, slack: slackOf(hull), gas })
  return { ...cut, slack: cut.slack.map((over) => over + rounding - 1), end: end.x }
}

/** Points from nothing sold to the end, so near that chords between them are the pool; none where it gives nothing. */
export function followed(give: Give): { readonly hull: readonly Point[]; readonly isDrained: boolean } {
  const { points, isDrained } = doublings(give)
  if (points.length === 0) return { hull: [], isDrained }

  let hull = concaveHull([{ x: 0, y: 0 }, ...points])
  for (let round = 0; round < mostRounds; round += 1) {
    const finer = refined(hull, give)
    if (finer.length === hull.length) break
    hull = concaveHull(finer)
  }
  return { hull, isDrained }
}

/**
 * From the smallest amount that gives a price worth having, by doubling, to the largest that the pool takes, or to where
 * it gives no more for more.
 */
function doublings(give: Give): { readonly points: Point[]; readonly isDrained: boolean } {
  const points = [firstPoint(give)].filter((point) => point !== undefined)
  for (let last = points[0]; last !== undefined && last.x * 2 < largest; last = points.at(-1)) {
    const x = last.x * 2
    const y = give(x)
    if (y === undefined) {
      const edge = lastTaken(give, last, x)
      return { points: edge.y > last.y ? [...points, edge] : points, isDrained: false }
    }
    if (y <= last.y) return { points, isDrained: true }
    points.push({ x, y })
  }
  return { points, isDrained: false }
}

/** The first amount of the doublings that gives enough; the last that gives anything where none does. */
function firstPoint(give: Give): Point | undefined {
  let first: Point | undefined
  for (let x = 1; x < largest; x *= 2) {
    const y = give(x) ?? 0
    if (y > (first?.y ?? 0)) first = { x, y }
    else if (first !== undefined) return first
    if (y >= enough) return first
  }
  return first
}

/** The largest amount that is still taken, to one part in 2^20. */
function lastTaken(give: Give, taken: Point, refused: number): Point {
  let [low, high] = [taken, refused]
  for (let step = 0; step < 20; step += 1) {
    const x = Math.floor((low.x + high) / 2)
    const y = give(x)
    if (y === undefined) high = x
    else low = { x, y }
  }
  return low
}

/** The points that no chord between others passes above: rounding makes prices rise a little here and there. */
export function concaveHull(points: readonly Point[]): Point[] {
  const hull: Point[] = []
  for (const point of points) {
    for (;;) {
      const [before, last] = [hull.at(-2), hull.at(-1)]
      if (before === undefined || last === undefined) break
      if (slopeOf({ from: last, to: point }) < slopeOf({ from: before, to: last }) * (1 - even)) break
      hull.pop()
    }
    hull.push(point)
  }
  return hull
}

function refined(hull: readonly Point[], give: Give): Point[] {
  const slack = slackOf(hull)
  const chords = chordsOf(hull)
  const least = Math.max(...chords.slice(0, 1).map(slopeOf)) * drained
  const finer = chords.flatMap((chord, i) => {
    const { from, to } = chord
    if ((slack[i] ?? 0) <= to.y * tolerance || slopeOf(chord) < least) return [to]
    const x = Math.floor(from.x === 0 ? to.x / 2 : Math.sqrt(from.x) * Math.sqrt(to.x))
    const y = x > from.x && x < to.x ? give(x) : undefined
    return y === undefined ? [to] : [{ x, y }, to]
  })
  return [...hull.slice(0, 1), ...finer]
}

/**
 * How far a concave function through the points may rise above their chords: no further than where the chords beside,
 * made longer, meet. One more for the rounding of the answers.
 */
export function slackOf(hull: readonly Point[]): number[] {
  const chords = chordsOf(hull)
  const slopes = chords.map(slopeOf)
  return chords.map((chord, i) => {
    const here = slopeOf(chord)
    const before = slopes[i - 1] ?? Number.POSITIVE_INFINITY
    const after = slopes[i + 1] ?? 0
    const part = before === Number.POSITIVE_INFINITY ? 1 : (before - here) / (before - after)
    return 1 + (chord.to.x - chord.from.x) * part * (here - after)
  })
}

interface Chords {
  readonly hull: readonly Point[]
  /** Whether it takes any amount beyond the last point, for a unit at the most. */
  readonly isDrained: boolean
  /** Of each chord, by how much the pool may give more. */
  readonly slack: readonly number[]
  readonly gas: (x: number) => number
}

/** Around each chord's price as much of a range of prices as its neighbours leave; the gaps between are jumped. */
export function stretchesThrough({ hull, isDrained, slack, gas }: Chords): { readonly kept: number } & CutLists {
  const chords = chordsOf(hull)
  const slopes = chords.map(slopeOf)
  const cut = openCut()
  chords.forEach((chord, i) => {
    const { from, to } = chord
    const here = slopeOf(chord)
    const before = (slopes[i - 1] ?? here * (1 + even)) / here
    const after = here / (slopes[i + 1] ?? here / (1 + even))
    const spread = Math.min(before, after) ** 0.25
    const [begin, end] = [Math.sqrt(here) * spread, Math.sqrt(here) / spread]
    cut.add({ begin, end, liquidity: liquidityOf(to.x - from.x, begin, end), gas: gas(to.x), slack: slack[i] ?? 0 })
  })
  return { kept: 1, ...(isDrained ? withoutEnd(cut.lists()) : cut.lists()) }
}

/** A drained pool takes any amount more, for a unit at the most. */
function withoutEnd({ roots, liquidity, gas, slack }: CutLists): CutLists {
  return {
    roots: [...roots, 0],
    liquidity: [...liquidity, 1 / (roots.at(-1) ?? 1)],
    gas: [...gas, gas.at(-1) ?? 0],
    slack: [...slack, 1],
  }
}
