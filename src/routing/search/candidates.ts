/**
 * Candidate additions to a support. At its prices the gain of any addition is bounded by its own arbitrage less its
 * gas, so most are rejected without being tried.
 */

import { f64 } from '#math/typed'
import { createFill, fillTo } from '#routing/index/edge'
import { addDetours } from './detours.ts'
import { canAddPath, isInside, numberOf, type RouteShape } from './route-shape.ts'
import type { Bundle, SearchEdge } from './search-graph.ts'
import type { SearchState, Support } from './support.ts'
import { candidatesTuning } from './tuning.ts'

const { maxDetourLegs } = candidatesTuning

export interface CandidateQuery {
  /** Only candidates that may gain more than this. */
  readonly minGain: number
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
  { minGain, maxEdges, max }: CandidateQuery,
): readonly Candidate[] {
  const list = createShortlist(max, minGain)
  addEdges(state, support, shape, list)
  if (maxEdges >= 2) addDetours(state, support, { shape, list, longest: Math.min(maxEdges, maxDetourLegs) })
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
  { index, banned }: SearchState,
  support: Support,
  { bundle, shape, list }: BundleInput,
): void {
  const [va, vb] = [f64(support.prices, bundle.a), f64(support.prices, bundle.b)]
  for (const edge of bundle.edges) {
    if (va >= edge.spot * vb) return
    const isTaken = edge.isShared && shape.shared.has(edge.pool)
    if (isTaken || banned[edge.index] === 1 || support.edges.includes(edge)) continue
    fillTo(index.book, edge.edge, va / vb, fill)
    const gain = vb * fill.y - va * fill.x - edge.cost
    if (gain > list.minGain()) list.add({ edges: [edge], gain, prices: [] })
  }
}

/** Consecutive edges that start and end in the support and pass only tokens outside. */
export interface Candidate {
  readonly edges: readonly SearchEdge[]
  /** Upper bound on its gain. */
  readonly gain: number
  /** Suitable prices for the tokens it passes. */
  readonly prices: readonly (readonly [token: number, price: number])[]
}

/** The best candidates seen. */
export interface Shortlist {
  /** Best first. */
  readonly candidates: readonly Candidate[]
  /** The gain needed to enter the list. */
  minGain(): number
  add(candidate: Candidate): void
}

/** @param max maximum number of candidates, @param least only those that gain more enter */
function createShortlist(max: number, least: number): Shortlist {
  const candidates: Candidate[] = []
  const minGain = () => (candidates.length === max ? (candidates.at(-1)?.gain ?? 0) : least)
  return {
    candidates,
    minGain,
    add(candidate) {
      if (candidate.gain <= minGain()) return
      if (candidates.length === max) candidates.pop()
      const place = candidates.findIndex(({ gain }) => gain < candidate.gain)
      candidates.splice(place < 0 ? candidates.length : place, 0, candidate)
    },
  }
}
