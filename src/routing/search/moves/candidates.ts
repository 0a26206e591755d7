/**
 * Candidate additions to a support. At its prices the gain of any addition is bounded by its own arbitrage less its
 * gas, so most are rejected without being tried.
 */
import { f64 } from '#math/typed'
import { createFill, fillTo } from '#routing/book/edge'
import { canAddPath, isInside, numberOf, type RouteShape } from '#routing/search/route-shape'
import type { Bundle } from '#routing/search/search-graph'
import type { SearchState, Support } from '#routing/search/support'
import { addDetours } from './detours.ts'
import { type Candidate, createShortlist, type Shortlist } from './shortlist.ts'

const maxDetourLegs = 3

export interface CandidateQuery {
  /** Maximum number of edges of a candidate. */
  readonly maxEdges: number
  /** Maximum number of candidates. */
  readonly max: number
}

/** The most promising additions, best first. Each alone adds no cycle and no path that is too long. */
export function findCandidates(
  state: SearchState,
  support: Support,
  shape: RouteShape,
  { maxEdges: room, max }: CandidateQuery,
): readonly Candidate[] {
  const list = createShortlist(max)
  addEdges(state, support, shape, list)
  if (room >= 2) addDetours(state, support, { shape, list, longest: Math.min(room, maxDetourLegs) })
  return list.candidates
}

const fill = createFill()

/** Adds single edges between tokens of the support. */
function addEdges(state: SearchState, support: Support, shape: RouteShape, list: Shortlist): void {
  const { core } = state
  for (const bundle of core.bundles) {
    const { a, b, spot } = bundle
    if (f64(support.prices, a) >= spot * f64(support.prices, b) || !isInside(shape, a) || !isInside(shape, b)) continue
    if (canAddPath(shape, core.task.limits, [numberOf(shape, a), numberOf(shape, b)], 1))
      addBundleCandidates(state, support, { bundle, shape, list })
  }
}

interface BundleInput {
  readonly bundle: Bundle
  readonly shape: RouteShape
  readonly list: Shortlist
}

function addBundleCandidates(
  { index: ground, banned }: SearchState,
  support: Support,
  { bundle, shape, list }: BundleInput,
): void {
  const [va, vb] = [f64(support.prices, bundle.a), f64(support.prices, bundle.b)]
  for (const edge of bundle.edges) {
    if (va >= edge.spot * vb) return
    const isTaken = edge.isShared && shape.shared.has(edge.pool)
    if (isTaken || banned[edge.index] === 1 || support.edges.includes(edge)) continue
    fillTo(ground.book, edge.edge, va / vb, fill)
    const gain = vb * fill.y - va * fill.x - edge.cost
    if (gain > 0) list.add({ edges: [edge], gain, prices: [] })
  }
}
