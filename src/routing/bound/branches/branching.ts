import { f64, i32 } from '#math/typed'
import { computeArbitrage } from '#routing/bound/arbitrage'
import type { Scope } from '#routing/bound/scope'
import { type CoreEdges, forEachEdge } from '#routing/bound/smooth/core-edges'

/** Width, as part of an edge's gas, of the range of gains around 0 in which the edge counts as undecided. */
const branchingMargin = 0.05

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
