import { f64, i32 } from '#math/typed'
import { arbitrage } from '#routing/bound/arbitrage'
import { type CoreEdges, forEachEdge } from '#routing/bound/core-edges'
import type { Scope } from '#routing/bound/scope'

/** Part of its gas by which an edge may gain or lack and be in doubt. */
const doubtful = 0.05

interface Doubt {
  readonly place: number
  readonly a: number
  readonly b: number
  /** The value that other edges have to take over, or to give up. */
  readonly moved: number
}

/**
 * Place of the edge whose answers should lower the bound most; −1 where none is in doubt. With v the value that flows
 * through an edge and z the part of it that suits best, either answer moves at least min(z, 1 − z) v over to others, and
 * that costs the square of it over what flows answer to the log prices of its two tokens.
 */
export function mostDoubtful(scope: Scope, core: CoreEdges, prices: Float64Array): number {
  const { siblings } = scope.ground.book
  const flex = new Float64Array(core.tokens.length)
  const doubts: Doubt[] = []
  forEachEdge(core, (place, a, b) => {
    const edge = i32(core.edge, place)
    const cost = f64(core.cost, place)
    const va = f64(prices, a)
    const vb = f64(prices, b)
    const gain = arbitrage(scope, edge, va, vb) - cost
    if (gain <= -cost) return
    const part = cost === 0 ? 1 : 1 / (1 + Math.exp(-gain / (cost * doubtful)))
    const answers = part * 0.5 * va * scope.fill.flex
    flex[a] = f64(flex, a) + answers
    flex[b] = f64(flex, b) + answers
    if (cost === 0 || i32(siblings, edge) > 2) return
    doubts.push({ place, a, b, moved: Math.min(part, 1 - part) * vb * scope.fill.y })
  })
  flex[1] = Number.POSITIVE_INFINITY // its price stands still
  let [next, most] = [-1, 0]
  for (const { place, a, b, moved } of doubts) {
    const lowered = moved * moved * (1 / f64(flex, a) + 1 / f64(flex, b))
    if (lowered > most) [next, most] = [place, lowered]
  }
  return next
}
