/**
 * What might be added to a support. At its prices the gain of any addition is bounded by its own arbitrage less its gas,
 * so most are rejected without being tried.
 */
import { f64 } from '#math/typed'
import { emptyFill, fillTo } from '#routing/book/edge'
import type { Bundle } from './core.ts'
import { addDetours } from './detours.ts'
import { admits, isInside, numberOf, type Shape } from './shape.ts'
import { type Candidate, openShortlist, type Shortlist } from './shortlist.ts'
import type { Support, Work } from './support.ts'

const longestDetour = 3

export interface Wanted {
  /** Edges of a candidate at most. */
  readonly room: number
  /** Candidates at most. */
  readonly most: number
}

/**
 * The most promising additions, best first. Each alone keeps the route free of circles and of ways that are too long.
 */
export function candidatesFor(
  work: Work,
  support: Support,
  shape: Shape,
  { room, most }: Wanted,
): readonly Candidate[] {
  const list = openShortlist(most)
  addEdges(work, support, shape, list)
  if (room >= 2) addDetours(work, support, { shape, list, longest: Math.min(room, longestDetour) })
  return list.candidates
}

const fill = emptyFill()

/** Single edges between tokens of the support. */
function addEdges(work: Work, support: Support, shape: Shape, list: Shortlist): void {
  const { core } = work
  for (const bundle of core.bundles) {
    const { a, b, spot } = bundle
    if (f64(support.prices, a) >= spot * f64(support.prices, b) || !isInside(shape, a) || !isInside(shape, b)) continue
    if (admits(shape, core.task.limits, [numberOf(shape, a), numberOf(shape, b)], 1))
      addBundle(work, support, { bundle, shape, list })
  }
}

interface Adding {
  readonly bundle: Bundle
  readonly shape: Shape
  readonly list: Shortlist
}

function addBundle({ ground, banned }: Work, support: Support, { bundle, shape, list }: Adding): void {
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
