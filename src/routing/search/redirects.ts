/**
 * Redirects: what a leg carries goes over another edge that shares one of its tokens. They matter for a leg that alone
 * leads from a token, or to one. To remove it removes its dependents too, so no removal with an addition does the same.
 */
import { f64, i32 } from '#math/typed'
import { createSellResult, sell } from '#routing/index/edge'
import { canAddPath, isInside, numberOf, type RouteShape } from './route-shape.ts'
import type { SearchEdge } from './search-graph.ts'
import type { SearchState, Support } from './support.ts'
import { computeShiftDecrease, removeFromModel } from './swap-model.ts'

export interface Redirect {
  /** Position of the leg in the support. */
  readonly leg: number
  /** The edge instead of it. */
  readonly edge: SearchEdge
  /** Estimated change of the route's value, to second order. */
  readonly change: number
}

export interface RedirectList {
  /** The change that a redirect has to promise to enter the list. */
  readonly above: () => number
  readonly add: (redirect: Redirect) => void
}

const maxTokens = 256
/** By core token: the leg that alone leads from it, or to it; one of these if there is none, or several. */
const [onlyOut, onlyInto] = [new Int32Array(maxTokens), new Int32Array(maxTokens)]
const [none, several] = [-1, -2]
const sale = createSellResult()

/**
 * Adds the redirects that promise enough to a list. The swap model has to be fitted to the support, and the edges that
 * cannot be added to be closed.
 */
export function findRedirects(state: SearchState, support: Support, shape: RouteShape, list: RedirectList): void {
  if (!removeFromModel(state.swapModel, [])) return
  const { limits } = state.core.task
  const { bundles, from, to } = state.core.getColumns()
  findOnlyLegs(support)
  for (let bundle = 0; bundle < bundles; bundle += 1) {
    const [a, b] = [i32(from, bundle), i32(to, bundle)]
    const [out, into] = [i32(onlyOut, a), i32(onlyInto, b)]
    if ((out < 0 && into < 0) || !isInside(shape, a) || !isInside(shape, b)) continue
    if (!canAddPath(shape, limits, numberOf(shape, a), numberOf(shape, b), 1)) continue
    if (out >= 0) redirectOver(state, support, { bundle, leg: out, list })
    if (into >= 0 && into !== out) redirectOver(state, support, { bundle, leg: into, list })
  }
}

function findOnlyLegs({ edges }: Support): void {
  onlyOut.fill(none)
  onlyInto.fill(none)
  for (let i = 0; i < edges.length; i += 1) {
    const { a, b } = edges[i] as SearchEdge
    onlyOut[a] = i32(onlyOut, a) === none ? i : several
    onlyInto[b] = i32(onlyInto, b) === none ? i : several
  }
}

interface RedirectQuery {
  readonly bundle: number
  readonly leg: number
  readonly list: RedirectList
}

/** Redirects a leg over each edge of a pair: as much value, at the route's prices, is paid into it. */
function redirectOver(
  { index, core, closed, swapModel }: SearchState,
  { edges, prices }: Support,
  { bundle, leg, list }: RedirectQuery,
): void {
  const { from, to, first, spot, edge, cost } = core.getColumns()
  const { a, b, cost: ownCost } = edges[leg] as SearchEdge
  const [c, d] = [i32(from, bundle), i32(to, bundle)]
  // a token that it leaves aside must keep another leg that leads to it, and from it
  if ((c !== a && i32(onlyOut, a) === leg) || (d !== b && i32(onlyInto, b) === leg)) return
  const paid = f64(swapModel.legs.paid, leg)
  const given = f64(swapModel.legs.given, leg)
  const x = paid / f64(prices, c)
  const price = f64(prices, d)
  if (!(x > 0)) return
  for (let e = i32(first, bundle); e < i32(first, bundle + 1); e += 1) {
    if (price * f64(spot, e) * x - given + ownCost <= list.above()) break
    if (closed[e] === 1) continue
    const now = price * sell(index.book, i32(edge, e), x, sale)
    const gain = now - given - f64(cost, e) + ownCost
    if (!(gain > list.above())) continue
    const change = gain - computeShiftDecrease(swapModel, { a, b, c, d, paid, given, now })
    if (change > list.above()) list.add({ leg, edge: core.edges[e] as SearchEdge, change })
  }
}
