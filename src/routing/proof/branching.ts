import { f64, i32 } from '#math/typed'
import { computeArbitrage } from './arbitrage.ts'
import { type CoreEdges, filterEdges, forEachEdge } from './core-edges.ts'
import type { Scope } from './scope.ts'
import { branchingTuning } from './tuning.ts'

const { branchingMargin } = branchingTuning

interface BranchingCandidate {
  readonly place: number
  readonly a: number
  readonly b: number
  /** The value that other edges have to take over, or to give up. */
  readonly moved: number
}

/**
 * Position of the edge whose branches should tighten the bound most; −1 if none is undecided. With v the value of an
 * edge's flow and z its optimal part, each branch moves at least min(z, 1 − z) v to other edges. That costs the square
 * of it divided by the response of flows to the log prices of the edge's two tokens.
 */
export function selectBranchingEdge(scope: Scope, core: CoreEdges, prices: Float64Array): number {
  const flex = new Float64Array(core.tokens.length)
  const doubts: BranchingCandidate[] = []
  forEachEdge(core, (place, a, b) => {
    const edge = i32(core.edge, place)
    const cost = f64(core.cost, place)
    const va = f64(prices, a)
    const vb = f64(prices, b)
    const gain = computeArbitrage(scope, edge, va, vb) - cost
    if (gain <= -cost) return
    const part = cost === 0 ? 1 : 1 / (1 + Math.exp(-gain / (cost * branchingMargin)))
    const answers = part * 0.5 * va * scope.fill.flex
    flex[a] = f64(flex, a) + answers
    flex[b] = f64(flex, b) + answers
    if (cost === 0) return
    doubts.push({ place, a, b, moved: Math.min(part, 1 - part) * vb * scope.fill.y })
  })
  flex[1] = Number.POSITIVE_INFINITY // its price is fixed
  let [next, max] = [-1, 0]
  for (const { place, a, b, moved } of doubts) {
    const lowered = moved * moved * (1 / f64(flex, a) + 1 / f64(flex, b))
    if (lowered > max) [next, max] = [place, lowered]
  }
  return next
}

/** Relative rounding difference between sums along one path. */
const rounding = 1e-12

interface ReducedCostInput {
  /** By position in the core: the gains of edges less their costs. */
  readonly gains: Float64Array
  /** By position: what using an edge takes off the bound. */
  readonly shortfalls: Float64Array
  readonly paid: number
  /** How far the bound is above the smallest output of interest. */
  readonly radius: number
}

export interface ReducedCostResult {
  readonly core: CoreEdges
  readonly paid: number
  /**
   * The shortfall of the path from the input to the output token with the smallest one: every route contains a path.
   */
  readonly lack: number
  /** Position of the edge with the largest shortfall on that path; −1 if none has one. */
  readonly lacking: number
}

/**
 * Reduced-cost fixing: removes edges that no route of interest can use, and fixes as used those that each must use.
 * Giving up an edge takes its gain off the bound; using one takes off the shortfall of the best path over it.
 */
export function fixByReducedCost(
  scope: Scope,
  core: CoreEdges,
  { gains, shortfalls, paid, radius }: ReducedCostInput,
): ReducedCostResult {
  const { lacks, lack } = computePathShortfalls(core, shortfalls)
  const { siblings } = scope.index.book
  const isShared = (place: number) => i32(siblings, i32(core.edge, place)) > 2
  const cost = core.cost.slice()
  let paidNow = paid
  let [lacking, max] = [-1, 0]
  gains.forEach((gain, place) => {
    if (gain >= radius && !isShared(place)) {
      paidNow += f64(cost, place)
      cost[place] = 0
    } else if (f64(shortfalls, place) > max && f64(lacks, place) <= lack * (1 + rounding))
      [lacking, max] = [i32(core.edge, place), f64(shortfalls, place)]
  })
  const left = filterEdges(scope, { ...core, cost }, (place) => f64(lacks, place) < radius)
  return { core: left, paid: paidNow, lack, lacking: left.edge.indexOf(lacking) }
}

/** By position, the smallest shortfall of a path over the edge; and the smallest of any path. */
function computePathShortfalls(core: CoreEdges, lacks: Float64Array) {
  const before = new Float64Array(core.tokens.length).fill(Number.POSITIVE_INFINITY)
  const behind = before.slice()
  before[0] = 0
  behind[1] = 0
  let isNew = true
  for (let hop = 0; isNew && hop < core.tokens.length; hop += 1) {
    isNew = false
    forEachEdge(core, (place, a, b) => {
      const there = f64(before, a) + f64(lacks, place)
      const here = f64(behind, b) + f64(lacks, place)
      if (there >= f64(before, b) && here >= f64(behind, a)) return
      before[b] = Math.min(there, f64(before, b))
      behind[a] = Math.min(here, f64(behind, a))
      isNew = true
    })
  }
  const through = lacks.slice()
  forEachEdge(core, (place, a, b) => {
    through[place] = f64(before, a) + f64(lacks, place) + f64(behind, b)
  })
  return { lacks: through, lack: f64(before, 1) }
}
