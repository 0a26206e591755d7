/**
 * Candidate additions to a support. At its prices the gain of any addition is bounded by its own arbitrage less its
 * gas, so most are rejected without being tried.
 */

import { f64, i32 } from '#math/typed'
import { createFill, fillTo } from '#routing/index/edge'
import { addDetours } from './detours.ts'
import { canAddPath, isInside, numberOf, type RouteShape } from './route-shape.ts'
import type { SearchEdge } from './search-graph.ts'
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
  query: CandidateQuery,
): readonly Candidate[] {
  closeEdges(state, support, shape)
  return collect(query, (list) => {
    addEdges(state, support, shape, list)
    addLonger(state, support, shape, { ...query, list })
  })
}

/** Of the candidates the single edges. The edges that cannot be added have to be closed. */
export const findEdges = (
  state: SearchState,
  support: Support,
  shape: RouteShape,
  query: Omit<CandidateQuery, 'maxEdges'>,
): readonly Candidate[] => collect(query, (list) => addEdges(state, support, shape, list))

/** Of the candidates those of several edges. The edges that cannot be added have to be closed. */
export const findDetours = (
  state: SearchState,
  support: Support,
  shape: RouteShape,
  query: CandidateQuery,
): readonly Candidate[] => collect(query, (list) => addLonger(state, support, shape, { ...query, list }))

function collect(query: Omit<CandidateQuery, 'maxEdges'>, add: (list: Shortlist) => void): readonly Candidate[] {
  const list = createShortlist(query)
  add(list)
  return list.candidates
}

function addLonger(
  state: SearchState,
  support: Support,
  shape: RouteShape,
  { maxEdges, list }: CandidateQuery & { readonly list: Shortlist },
): void {
  if (maxEdges >= 2) addDetours(state, support, { shape, list, longest: Math.min(maxEdges, maxDetourLegs) })
}

/** Closes the edges that cannot be added: banned ones, those of the support, and others of a pool that it uses. */
export function closeEdges({ core, banned, closed }: SearchState, { edges }: Support, { shared }: RouteShape): void {
  const columns = core.getColumns()
  closed.set(banned)
  for (const { index } of edges) closed[index] = 1
  if (shared.size === 0) return
  for (let e = 0; e < closed.length; e += 1)
    if (columns.isShared[e] === 1 && shared.has(i32(columns.pool, e))) closed[e] = 1
}

const fill = createFill()

/** Adds single edges between tokens of the support. */
function addEdges({ index, core, closed }: SearchState, { prices }: Support, shape: RouteShape, list: Shortlist): void {
  const { bundles, from, to, first, edge, spot, cost } = core.getColumns()
  for (let k = 0; k < bundles; k += 1) {
    const a = i32(from, k)
    const b = i32(to, k)
    const va = f64(prices, a)
    const vb = f64(prices, b)
    if (va >= f64(spot, i32(first, k)) * vb || !isInside(shape, a) || !isInside(shape, b)) continue
    if (!canAddPath(shape, core.task.limits, numberOf(shape, a), numberOf(shape, b), 1)) continue
    for (let e = i32(first, k); e < i32(first, k + 1) && va < f64(spot, e) * vb; e += 1) {
      if (closed[e] === 1) continue
      fillTo(index.book, i32(edge, e), va / vb, fill)
      const gain = vb * fill.y - va * fill.x - f64(cost, e)
      if (gain > list.minGain) list.add({ edges: [core.edges[e] as SearchEdge], gain, prices: [] })
    }
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
  readonly minGain: number
  add(candidate: Candidate): void
}

function createShortlist({ max, minGain }: Pick<CandidateQuery, 'max' | 'minGain'>): Shortlist {
  const candidates: Candidate[] = []
  const list = {
    ...{ candidates, minGain },
    add(candidate: Candidate) {
      if (candidate.gain <= list.minGain) return
      if (candidates.length === max) candidates.pop()
      let place = candidates.length
      while (place > 0 && (candidates[place - 1] as Candidate).gain < candidate.gain) place -= 1
      candidates.splice(place, 0, candidate)
      if (candidates.length === max) list.minGain = (candidates[max - 1] as Candidate).gain
    },
  }
  return list
}
