import { f64, i32 } from '#math/typed'
import type { Scope } from '#routing/bound/scope'
import { type CoreEdges, filterEdges, forEachEdge } from '#routing/bound/smooth/core-edges'

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
