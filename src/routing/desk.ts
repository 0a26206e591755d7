import type { Curves } from './curves.ts'
import type { Edge } from './market.ts'

/** Answers what an edge gives, and remembers what was refused, for whoever explains the route afterwards. */
export interface Desk {
  /** About the output over the snapshot's state; 0 where the pool gives nothing or cannot take the trade. */
  give(edge: Edge, amountIn: number): number
  /** About the gas of a leg. */
  gas(edge: Edge, amountIn: number): number
  /** The smallest amount each edge could not take. */
  readonly refused: ReadonlyMap<Edge, number>
  /** Edges that gave something. */
  readonly useful: ReadonlySet<Edge>
}

export function openDesk(curves: Curves): Desk {
  const refused = new Map<Edge, number>()
  const useful = new Set<Edge>()
  return {
    refused,
    useful,
    gas: (edge, amountIn) => curves(edge).gas(amountIn),
    give(edge, amountIn) {
      if (amountIn <= 0) return 0
      const out = curves(edge).give(amountIn)
      if (out === undefined) {
        const before = refused.get(edge)
        if (before === undefined || amountIn < before) refused.set(edge, amountIn)
        return 0
      }
      if (out > 0) useful.add(edge)
      return out
    },
  }
}
