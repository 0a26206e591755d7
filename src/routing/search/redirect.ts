import { f64 } from '#math/typed'
import { createFill, createSellResult, fillTo, sell } from '#routing/index/edge'
import type { EdgeTable } from '#routing/index/edge-table'
import { computeShape, isAllowed, isInside, keepConnected, type RouteShape } from './route-shape.ts'
import type { SearchEdge } from './search-graph.ts'
import { isBetter, type SearchState, type Support, tryEdges } from './support.ts'
import { redirectTuning } from './tuning.ts'

const { maxPools, maxTries } = redirectTuning

const fill = createFill()
const sale = createSellResult()

interface Redirect {
  readonly position: number
  readonly edge: SearchEdge
  /** Loss at the support's prices, in the output token; below 0 for a gain. */
  readonly loss: number
}

/**
 * Replaces one leg by a leg that leads from the same token to another of the route, or from another to the same one: if
 * all of a token flows on over one leg, no other move replaces that leg. `undefined` if none is better.
 */
export function redirectLeg(state: SearchState, support: Support, legs: number): Support | undefined {
  const shape = computeShape(state.core, support.edges)
  if (shape === undefined) return undefined
  const turns = support.edges.flatMap((edge, position) => findRedirects(state, support, shape, { edge, position }))
  turns.sort((x, y) => x.loss - y.loss || x.position - y.position || x.edge.index - y.edge.index)
  for (const { position, edge } of turns.slice(0, maxTries)) {
    const edges = keepConnected(support.edges.with(position, edge))
    const other = computeShape(state.core, edges)
    if (other === undefined || !isAllowed(other, edges.length, { ...state.core.task.limits, maxLegs: legs })) continue
    const next = tryEdges(state, edges, support.prices, support)
    if (next.isWhole && isBetter(next, support)) return next
  }
  return undefined
}

function findRedirects(
  { core, index, banned }: SearchState,
  { edges, prices }: Support,
  shape: RouteShape,
  { edge, position }: { readonly edge: SearchEdge; readonly position: number },
): readonly Redirect[] {
  const { book } = index
  const [va, vb] = [f64(prices, edge.a), f64(prices, edge.b)]
  if (edge.isShared || !(va > 0 && vb > 0)) return []
  fillTo(book, edge.edge, va / vb, fill)
  const [worth, gain] = [va * fill.x, vb * fill.y - edge.cost]
  const turns: Redirect[] = []
  for (const { a, b, edges: pools } of core.bundles) {
    if ((a === edge.a) === (b === edge.b) || !isInside(shape, a) || !isInside(shape, b)) continue
    for (const other of pools.slice(0, maxPools)) {
      if (other.isShared || banned[other.index] === 1 || edges.includes(other)) continue
      const given = computeOutput(book, other, worth / f64(prices, a))
      turns.push({ position, edge: other, loss: gain - (f64(prices, b) * given - other.cost) })
    }
  }
  return turns
}

/** 0 if the edge cannot take the whole input. */
const computeOutput = (table: EdgeTable, { edge }: SearchEdge, x: number): number =>
  Math.max(0, sell(table, edge, x, sale))
