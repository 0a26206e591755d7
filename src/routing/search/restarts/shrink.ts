import { rankRemovals, selectRemovals } from '#routing/search/moves/removals'
import { keepConnected } from '#routing/search/route-shape'
import { type SearchState, type Support, tryEdges } from '#routing/search/support'

/**
 * Backward elimination: drops the legs that gain least and values the rest again, until at most `legs` remain. Drops a
 * quarter of the excess at a time. `undefined` if nothing that sells the whole amount remains.
 */
export function shrink(state: SearchState, start: Support, legs: number): Support | undefined {
  let support = start
  while (support.edges.length > legs) {
    const over = support.edges.length - legs
    const order = rankRemovals(support, over)
    const many = selectRemovals(order, { legs: Math.max(1, Math.floor(over / 4)), pathCount: 0 })
    const next =
      (many && removeLegs(state, support, many.removed)) ?? removeLegs(state, support, order[0]?.removed ?? [])
    if (next === undefined) return undefined
    support = next
  }
  return support
}

/** The support without some of its legs and their dependents. */
export function removeLegs(state: SearchState, support: Support, positions: readonly number[]): Support | undefined {
  const rest = keepConnected(support.edges.filter((_, i) => !positions.includes(i)))
  if (rest.length === 0) return undefined
  const next = tryEdges(state, rest, support.prices)
  return Number.isFinite(next.value) && next.isWhole ? next : undefined
}
