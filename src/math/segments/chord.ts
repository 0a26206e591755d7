/**
 * Segments of a pool that is known only by its output for an amount. At sampled amounts they give exactly that output,
 * and a concave function between them, with a slack for how much more the pool may give there.
 */
import type { LiquiditySegments } from '#domain/pools/protocol'
import { computeLiquidity, createSegmentBuilder, type Point, type SegmentLists, slopeOf } from './builder.ts'

/** One direction of a pool, in floats of smallest units. */
export interface ConcaveCurve {
  /** Concave, apart from rounding; `undefined` if the pool does not accept the amount. */
  readonly give: OutputFunction
  /** Gas of a trade; never falls with the amount. */
  readonly gas: (x: number) => number
  /** By how much the pool's integers may exceed `give`, in smallest units; 1 if absent. */
  readonly rounding?: number
  /** Amounts beyond it are sampled by doubling only. */
  readonly maxInput?: number | undefined
}

/** The pool's output for an amount; `undefined` if it does not accept the amount. */
export type OutputFunction = (x: number) => number | undefined

/** If the pool may exceed its segment by more than this fraction of its output, another amount is sampled. */
const tolerance = 2e-5
/** How fast the tolerance grows with the fall of the price. */
const fallFactor = 10
/** Once its price has fallen to this fraction of the first, a pool is nearly empty and needs no more samples. */
export const drainedPriceRatio = 0.01
const maxRounds = 8
/** Between samples, as long as the price is the first one to within `stillPrice`; two from then on. */
const stillInputRatio = 16
const stillPrice = 1e-6
/** Below this many units rounding distorts a price. */
const minOutput = 2 ** 22
const shallowParts = 2 ** 10
/** Closer prices count as one: a linear pool falls by this from end to end. */
const minPriceStep = 1e-8
const maxInput = 2 ** 128

/** With the last sampled amount: nothing is known beyond it. */
export interface SampledSegments extends Omit<LiquiditySegments, 'isComplete'> {
  readonly end: number
}

export function sampleSegments({ give, gas, rounding = 1, maxInput }: ConcaveCurve): SampledSegments {
  const { hull, isDrained } = sampleHull(give, maxInput)
  const end = hull.at(-1)
  if (end === undefined) return { feeFactor: 1, sqrtPrices: [], liquidity: [], gas: [], end: 0 }
  const cut = chordsToSegments({ hull, isDrained, slack: computeSlack(hull), gas })
  return { ...cut, slack: cut.slack.map((over) => over + rounding - 1), end: end.x }
}

/**
 * Points from zero input to the end, close enough for their chords to stand for the pool; none if it gives nothing.
 * @param maxInput amounts beyond it are sampled by doubling only
 */
export function sampleHull(
  give: OutputFunction,
  maxInput = Number.POSITIVE_INFINITY,
): { readonly hull: readonly Point[]; readonly isDrained: boolean } {
  const { points, isDrained } = sampleByDoubling(give)
  if (points.length === 0) return { hull: [], isDrained }

  let hull = buildConcaveHull([{ x: 0, y: 0 }, ...points])
  for (let round = 0; round < maxRounds; round += 1) {
    const finer = refineHull(hull, give, maxInput)
    if (finer.length === hull.length) break
    hull = buildConcaveHull(finer)
  }
  return { hull, isDrained }
}

/**
 * Samples by doubling: from the smallest amount with a usable price to the largest that the pool accepts, or to where
 * more input gives no more output. In larger steps as long as the price stands still; `refineHull` halves the last.
 */
function sampleByDoubling(give: OutputFunction): { readonly points: Point[]; readonly isDrained: boolean } {
  const points = [findFirstPoint(give)].filter((point) => point !== undefined)
  for (let last = points[0]; last !== undefined && last.x * 2 < maxInput; last = points.at(-1)) {
    const x = last.x * (isPriceStill(points) ? stillInputRatio : 2)
    const y = give(x)
    if (y === undefined) {
      const edge = findLastAccepted(give, last, x)
      return { points: edge.y > last.y ? [...points, edge] : points, isDrained: false }
    }
    if (y <= last.y) return { points, isDrained: true }
    points.push({ x, y })
  }
  return { points, isDrained: false }
}

/** Whether the price between the last two samples is that of the first. */
function isPriceStill(points: readonly Point[]): boolean {
  const [first, from, to] = [points[0], points.at(-2), points.at(-1)]
  if (first === undefined || from === undefined || to === undefined) return false
  return slopeOf(from, to) * first.x > first.y * (1 - stillPrice)
}

/**
 * The first doubling whose output is large enough. A pool that never gives so many units begins at a small part of what
 * it has: the first chord is halved a few times only, and what it may exceed counts for the smallest amounts too.
 */
function findFirstPoint(give: OutputFunction): Point | undefined {
  const first = leapToFirstPoint(give)
  if (first !== undefined) return first
  const rising: Point[] = []
  for (let x = 1; x < maxInput; x *= 2) {
    const y = give(x) ?? 0
    const last = rising.at(-1)?.y ?? 0
    if (y > last) rising.push({ x, y })
    else if (last > 0) break
    if (y >= minOutput) return { x, y }
  }
  const most = rising.at(-1)?.y ?? 0
  return rising.find(({ y }) => y * shallowParts >= most)
}

/** Doublings at a time on the way to an output that is large enough. */
const leap = 16

/** The first doubling whose output is large enough, as outputs grow: in leaps, and by bisection of the last one. */
function leapToFirstPoint(give: OutputFunction): Point | undefined {
  let [low, high] = [-1, 0]
  let found = givePower(give, high)
  while (found.y < minOutput) {
    low = high
    high += leap
    if (2 ** high >= maxInput) return undefined
    found = givePower(give, high)
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1
    const between = givePower(give, middle)
    if (between.y < minOutput) low = middle
    else [high, found] = [middle, between]
  }
  return found
}

const givePower = (give: OutputFunction, power: number): Point => ({ x: 2 ** power, y: give(2 ** power) ?? 0 })

/** The largest amount that is still accepted, to one part in 2^20. */
function findLastAccepted(give: OutputFunction, taken: Point, refused: number): Point {
  let [low, high] = [taken, refused]
  for (let step = 0; step < 20; step += 1) {
    const x = Math.floor((low.x + high) / 2)
    const y = give(x)
    if (y === undefined) high = x
    else low = { x, y }
  }
  return low
}

/** The points that no chord between others passes above: rounding makes prices rise slightly in places. */
export function buildConcaveHull(points: readonly Point[]): Point[] {
  const hull: Point[] = []
  // of the chord that ends at each of its points
  const slopes: number[] = []
  for (const point of points) {
    let slope = slopeAfter(hull, point)
    while (hull.length > 1 && !(slope < (slopes[hull.length - 1] ?? 0) * (1 - minPriceStep))) {
      hull.pop()
      slope = slopeAfter(hull, point)
    }
    slopes[hull.length] = slope
    hull.push(point)
  }
  return hull
}

/** From the last point of a hull; ∞ if it has none. */
function slopeAfter(hull: readonly Point[], point: Point): number {
  const last = hull[hull.length - 1]
  return last === undefined ? Number.POSITIVE_INFINITY : slopeOf(last, point)
}

function refineHull(hull: readonly Point[], give: OutputFunction, maxInput: number): Point[] {
  const slopes = computeSlopes(hull)
  const slack = computeSlack(hull, slopes)
  const first = slopes[0] ?? 0
  const finer: Point[] = []
  hull.forEach((to, end) => {
    const from = hull[end - 1]
    const left = (slopes[end - 1] ?? 0) / first
    const isCoarse = from !== undefined && !isBeyond(hull, end - 1, maxInput) && left >= drainedPriceRatio
    const half =
      isCoarse && (slack[end - 1] ?? 0) > to.y * tolerance * relaxTolerance(left) && giveHalfway(give, from, to)
    if (half) finer.push(half)
    finer.push(to)
  })
  return finer
}

/** The output for the geometric mean of two amounts, if there is an amount between them that the pool accepts. */
function giveHalfway(give: OutputFunction, from: Point, to: Point): Point | undefined {
  const x = Math.floor(from.x === 0 ? to.x / 2 : Math.sqrt(from.x) * Math.sqrt(to.x))
  const y = x > from.x && x < to.x ? give(x) : undefined
  return y === undefined ? undefined : { x, y }
}

/** Bounds count the slack of neighbouring chords too: a few beyond `maxInput` are as fine as those before it. */
const marginChords = 3

/** Whether a chord is so far beyond `maxInput` that it may be coarse. */
export const isBeyond = (hull: readonly Point[], chord: number, maxInput: number): boolean =>
  (hull[chord - marginChords]?.x ?? 0) >= maxInput

/**
 * By how much a tolerance grows where the price has fallen to the part `left` of the first: few trades end there, and
 * none needs the precision of one that hardly moves the price.
 */
export const relaxTolerance = (left: number): number => (1 + fallFactor * (1 - left)) / left

/**
 * How far a concave function through the points may rise above their chords: at most to where the extended neighbouring
 * chords meet. Plus one for the rounding of the outputs.
 */
export function computeSlack(hull: readonly Point[], slopes = computeSlopes(hull)): number[] {
  const slack: number[] = []
  let before = Number.POSITIVE_INFINITY
  slopes.forEach((here, i) => {
    const after = slopes[i + 1] ?? 0
    const part = before === Number.POSITIVE_INFINITY ? 1 : (before - here) / (before - after)
    slack.push(1 + ((hull[i + 1]?.x ?? 0) - (hull[i]?.x ?? 0)) * part * (here - after))
    before = here
  })
  return slack
}

/** Of the chord from each point to the next one. */
export function computeSlopes(points: readonly Point[]): number[] {
  const slopes: number[] = []
  let from: Point | undefined
  for (const to of points) {
    if (from !== undefined) slopes.push(slopeOf(from, to))
    from = to
  }
  return slopes
}

interface ChordInput {
  readonly hull: readonly Point[]
  /** True if the pool takes any amount beyond the last point, for at most one unit. */
  readonly isDrained: boolean
  /** For each chord, by how much the pool may give more. */
  readonly slack: readonly number[]
  readonly gas: (x: number) => number
}

/** Gives each chord as wide a range around its price as its neighbours leave; the price jumps over the gaps between. */
export function chordsToSegments({
  hull,
  isDrained,
  slack,
  gas,
}: ChordInput): { readonly feeFactor: number } & SegmentLists {
  const slopes = computeSlopes(hull)
  const cut = createSegmentBuilder()
  slopes.forEach((here, i) => {
    const before = (slopes[i - 1] ?? here * (1 + minPriceStep)) / here
    const after = here / (slopes[i + 1] ?? here / (1 + minPriceStep))
    const spread = Math.min(before, after) ** 0.25
    const begin = Math.sqrt(here) * spread
    const end = Math.sqrt(here) / spread
    const x = hull[i + 1]?.x ?? 0
    cut.add({
      begin,
      end,
      liquidity: computeLiquidity(x - (hull[i]?.x ?? 0), begin, end),
      gas: gas(x),
      slack: slack[i] ?? 0,
    })
  })
  return { feeFactor: 1, ...(isDrained ? extendToZero(cut.build()) : cut.build()) }
}

/** A drained pool takes any further amount, for at most one unit. */
function extendToZero({ sqrtPrices, liquidity, gas, slack }: SegmentLists): SegmentLists {
  return {
    sqrtPrices: [...sqrtPrices, 0],
    liquidity: [...liquidity, 1 / (sqrtPrices.at(-1) ?? 1)],
    gas: [...gas, gas.at(-1) ?? 0],
    slack: [...slack, 1],
  }
}
