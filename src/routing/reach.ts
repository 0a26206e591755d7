import type { Edge, Market } from './market.ts'

/** The part of a market that can serve a trade: edges on some way from `source` to `target` within `maxHops`. */
export interface Reach {
  readonly leaving: readonly (readonly Edge[])[]
}

/** Cuts away dead ends: edges back into the sold token, out of the bought one, and those too far from either. */
export function reachOf(
  market: Market,
  ends: { readonly source: number; readonly target: number; readonly maxHops: number },
): Reach {
  const { source, target, maxHops } = ends
  const entering: Edge[][] = market.leaving.map(() => [])
  for (const edge of market.edges) entering[edge.target]?.push(edge)

  const hopsFrom = distances(market.leaving, source, (edge) => edge.target)
  const hopsLeft = distances(entering, target, (edge) => edge.source)
  const serves = (edge: Edge) =>
    edge.target !== source &&
    edge.source !== target &&
    (hopsFrom[edge.source] ?? Infinity) + 1 + (hopsLeft[edge.target] ?? Infinity) <= maxHops
  return { leaving: market.leaving.map((edges) => edges.filter(serves)) }
}

function distances(lists: readonly (readonly Edge[])[], start: number, next: (edge: Edge) => number): number[] {
  const hops = lists.map(() => Infinity)
  hops[start] = 0
  const queue = [start]
  for (const token of queue) {
    for (const edge of lists[token] ?? []) {
      const other = next(edge)
      if (hops[other] !== Infinity) continue
      hops[other] = (hops[token] ?? 0) + 1
      queue.push(other)
    }
  }
  return hops
}
