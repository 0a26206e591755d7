/**
 * Redirects: what a leg carries goes over another edge that shares one of its tokens. A removal with an addition does not do
 * the same where a leg alone leads from a token, or to one, as its dependents are removed with it, or where the other edge
 * gains only once the leg is gone.
 */
import { f64, i32 } from '#math/typed'
import { createSellResult, sell } from '#routing/index/edge'
import { canAddPath, isInside, isReachable, numberOf, type RouteShape } from './route-shape.ts'
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
/** By core token: how many legs lead from it, and to it. */
const [legsOut, legsInto] = [new Int32Array(maxTokens), new Int32Array(maxTokens)]
const sale = createSellResult()

/**
 * Adds the redirects that promise enough to a list. The swap model has to be fitted to the support, and the edges that
 * cannot be added to be closed.
 */
export function findRedirects(state: SearchState, support: Support, shape: RouteShape, list: RedirectList): void {
  if (!removeFromModel(state.swapModel, [])) return
  const { limits } = state.core.task
  const { edges, prices } = support
  const { paid, given } = state.swapModel.legs
  const { bundles, from, to, first, spot } = state.core.getColumns()
  countLegs(support)
  for (let bundle = 0; bundle < bundles; bundle += 1) {
    const [c, d] = [i32(from, bundle), i32(to, bundle)]
    if (!isInside(shape, c) || !isInside(shape, d)) continue
    if (!canAddPath(shape, limits, numberOf(shape, c), numberOf(shape, d), 1)) continue
    const rate = (f64(spot, i32(first, bundle)) * f64(prices, d)) / f64(prices, c)
    for (let leg = 0; leg < edges.length; leg += 1) {
      const { a, b, cost } = edges[leg] as SearchEdge
      if (!isRedirect(shape, { a, b, c, d })) continue
      if (!(rate * f64(paid, leg) - f64(given, leg) + cost > list.above())) continue
      redirectOver(state, support, { bundle, leg, list })
    }
  }
}

/**
 * Whether an edge from c to d may take over a leg from a to b that it shares a token with: the leg alone leads from it, or
 * to it, or what it carries still gets there by others. A token that is left aside must keep another leg that leads to it,
 * and from it.
 */
function isRedirect(shape: RouteShape, { a, b, c, d }: Record<'a' | 'b' | 'c' | 'd', number>): boolean {
  if (c === a && d === b) return legsOut[a] === 1 || legsInto[b] === 1
  if (d === b) return legsOut[a] !== 1 && (legsInto[b] === 1 || isReachable(shape, a, c))
  return c === a && legsInto[b] !== 1 && (legsOut[a] === 1 || isReachable(shape, d, b))
}

function countLegs({ edges }: Support): void {
  legsOut.fill(0)
  legsInto.fill(0)
  for (let i = 0; i < edges.length; i += 1) {
    const { a, b } = edges[i] as SearchEdge
    legsOut[a] = i32(legsOut, a) + 1
    legsInto[b] = i32(legsInto, b) + 1
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
